#!/usr/bin/env python3
"""Expected numbers of common/statistics, from SciPy.

Without an argument, print statistics_numbers.h. With that file as the argument, compare
its numbers with this machine's SciPy (Debian: python3-scipy), to 1e-9: exits with 77,
skipped, where there is none.
"""
import re
import sys

CHANCES = (0.3, 0.5)
CASES = [(taken, of) for of in range(1, 9) for taken in range(of + 1)]
CASES += [(0, 12), (5, 12), (24, 32), (28, 32), (40, 100), (50, 100), (300, 1000),
          (531, 1000), (4900, 10000), (0, 9999)]


def numbers():
    """Each case: count, total, the interval, then the lower bound and the test for each
    chance."""
    from scipy.stats import binom, binomtest

    for taken, of in CASES:
        interval = binomtest(taken, of).proportion_ci(0.95, method="exact")
        row = [taken, of, interval.low, interval.high]
        for chance in CHANCES:
            row += [binom.sf(taken - 1, of, chance),
                    binomtest(taken, of, chance).pvalue]
        yield [float(number) for number in row]


def written(row):
    values = [f"{number:.15g}" for number in row]
    return f"    {{{', '.join(values[:4])},\n        {', '.join(values[4:])}}},"


def compare(file):
    with open(file, encoding="ascii") as header:
        checked_in = [[float(number) for number in row.split(",")]
                      for row in re.findall(r"{([^{}]*)}", header.read())]
    wanted = list(numbers())
    if len(checked_in) != len(wanted):
        sys.exit(f"{file} has {len(checked_in)} rows, not {len(wanted)}")
    for row, right in zip(checked_in, wanted):
        if len(row) != len(right) or any(abs(a - b) > 1e-9 for a, b in zip(row, right)):
            sys.exit(f"{file} has {row}\nSciPy says {right}")
    print(f"{len(wanted)} rows as SciPy has them")


def main():
    try:
        import scipy.stats  # noqa: F401, tests only its presence
    except ImportError:
        print("no SciPy here (python3-scipy): the checked-in numbers are not checked")
        sys.exit(77)
    if len(sys.argv) > 1:
        compare(sys.argv[1])
        return
    print("/* Made by statistics_numbers.py: taken, of, the 95 % interval, and for the\n"
          " * chances 0.3 and 0.5 that of as many or more and the two-sided test. */")
    for row in numbers():
        print(written(row))


main()
