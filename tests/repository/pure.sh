#!/bin/sh
# pure.sh - the pure core needs nothing but memory, strings and formatting: no file,
# socket, clock, environment or curses.
#
# Usage: pure.sh LIBCORE.A [LIBRARY.A...]
# Checks every object of these libraries; an undefined symbol that is neither in the list
# below nor defined by another of them is named with its object, and fails the test. So
# does a list that would allow time, read, socket or fopen.
set -eu

lib=${1:?usage: pure.sh LIBCORE.A [LIBRARY.A...]}
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
trap 'exit 1' HUP INT TERM

# Functions of the C library and jansson that use only their arguments, errno and the
# locale; then calls made by compilers and their checks.
cat >"$dir/allowed" <<'END'
bcmp|mem(chr|cmp|cpy|mem|move|rchr|set|pcpy)
raw(memchr)
str(cat|chr|chrnul|cmp|coll|cpy|cspn|dup|len|lcat|lcpy|ncat|ncmp|ncpy|ndup|nlen)
str(pbrk|rchr|sep|spn|str|tok|tok_r|casecmp|ncasecmp|error_r)
stp(cpy|ncpy)
strto(d|f|l|ld|ll|ul|ull|imax|umax)
(__isoc(99|23)_)?(strto(l|ll|ul|ull|imax|umax)|sscanf)
ato(i|l|ll|f)
v?sn?printf
strftime
is(alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|xdigit)
to(lower|upper)
__ctype_(b|tolower|toupper)_loc
(ll|l)?abs
(ll|l)?div
qsort|bsearch
cos|exp|log|sqrt
malloc|calloc|realloc|reallocarray|free
json_(loadb|object_get|string_value|delete)
__errno_location
__stack_chk_fail(_local)?
__(mem(cpy|move|set|pcpy)|str(cat|cpy|ncat|ncpy)|stp(cpy|ncpy)|v?sn?printf)_chk
__(asan|ubsan|tsan|msan|sanitizer|sancov)_[A-Za-z0-9_]*
__(start|stop)___sancov_[a-z]*
__gcov_[A-Za-z0-9_]*|__llvm_(profile|gcov)_[A-Za-z0-9_]*
_GLOBAL_OFFSET_TABLE_|__tls_get_addr
END

# refused FILE...: the forbidden undefined symbols of objects or libraries, each with its
# object. Symbols that the files themselves define are allowed.
refused() {
	nm -A -g "$@" >"$dir/symbols"
	awk -v list="$dir/allowed" '
	BEGIN {
		while ((getline line < list) > 0)
			allowed = allowed (allowed == "" ? "" : "|") line
		allowed = "^(" allowed ")$"
	}
	{
		name = $NF
		sub(/@.*/, "", name)
		object = $1
		sub(/:[0-9a-f]*$/, "", object)
		sub(/.*:/, "", object)
		if ($(NF - 1) ~ /^[Uvw]$/)
			undefined[object " " name] = name
		else
			defined[name] = 1
	}
	END {
		for (i in undefined)
			if (!(undefined[i] in defined) && undefined[i] !~ allowed)
				print i
	}' "$dir/symbols" | sort
}

# compile NAME: the C source on standard input as an object in the temporary directory.
compile() {
	cat >"$dir/$1.c"
	${CC:-cc} -c -o "$dir/$1.o" "$dir/$1.c"
}

# The list must refuse every one of these, each by its name, ...
compile impure <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
extern long __read_chk(int, void *, unsigned long, unsigned long);
extern int waddch(void *, unsigned);
int impure(char *text);
int impure(char *text)
{
    FILE *file = fopen(text, "r");
    fputs(getenv("HOME"), stdout);
    return (int)time(NULL) + (int)read(0, text, 1) + socket(1, 2, 3) + (file != NULL) +
           (int)__read_chk(0, text, 1, 1) + waddch(text, 'a') + printf("%s", text);
}
END
refused "$dir/impure.o" >"$dir/refused"
for name in __read_chk fopen fputs getenv printf read socket time waddch; do
	if ! grep -q " $name\$" "$dir/refused"; then
		echo "pure.sh: $name would not be noticed" >&2
		exit 1
	fi
done
# ... and allow pure functions.
compile pure <<'END'
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int pure(char *text);
int pure(char *text)
{
    char *copy = malloc(strlen(text) + 1);
    errno = copy == NULL;
    if (copy != NULL)
        snprintf(copy, strlen(text) + 1, "%s", text);
    free(copy);
    return memcmp(text, "pure", 4);
}
END
if [ -n "$(refused "$dir/pure.o")" ]; then
	echo "pure.sh: pure functions are refused: $(refused "$dir/pure.o")" >&2
	exit 1
fi

refused "$@" >"$dir/refused"
if ! grep -q ' [Tt] prompt_feed$' "$dir/symbols"; then
	echo "pure.sh: $lib does not hold the pure core" >&2
	exit 1
fi
if [ -s "$dir/refused" ]; then
	sed 's/^/pure.sh: not pure: /' "$dir/refused" >&2
	exit 1
fi
