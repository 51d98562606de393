"""Rounding, the normal distribution and what is computed from lists of numbers."""

import math


def rounded(value, decimals):
    """Halves go up."""
    scale = 10**decimals
    return math.floor(value * scale + 0.5) / scale


def phi(z):
    return 0.5 * math.erfc(-z / math.sqrt(2))


def mean(values):
    return math.fsum(values) / len(values)


def deviation(values):
    """Over n."""
    middle = mean(values)
    return math.sqrt(math.fsum((value - middle) ** 2 for value in values) / len(values))


def correlation(ones, others):
    """None where one of the two does not vary."""
    one, other = mean(ones), mean(others)
    across = math.fsum((a - one) ** 2 for a in ones) * math.fsum((b - other) ** 2 for b in others)
    if across == 0:
        return None
    return math.fsum((a - one) * (b - other) for a, b in zip(ones, others)) / math.sqrt(across)
