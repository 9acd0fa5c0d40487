#!/bin/sh
# The ELIZA of Debian's libchatbot-eliza-perl, which nobody here wrote, in one line.
exec perl -MChatbot::Eliza -e '$| = 1; $e = Chatbot::Eliza->new; while (<>) { chomp; print $e->transform($_), "\n" }'
