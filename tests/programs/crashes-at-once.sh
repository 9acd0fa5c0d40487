#!/bin/sh
# Dies of a signal before the first question.
kill -SEGV $$
