"""Utilities from best and worst choices, as chapter 5 says. A screen is (what was shown, the best, the worst)."""

import math

from arithmetic import mean

PRIOR_SD = 1.5


def chances_of(weights, shown):
    total = math.fsum(weights[at] for at in shown)
    return [weights[at] / total for at in shown]


def picks_of(screens):
    """Each screen as two picks: what was left to pick from, what was picked, and the sign of its utility."""
    for shown, best, worst in screens:
        yield shown, best, 1
        yield [at for at in shown if at != best], worst, -1


def precision_and_slope(picks, utilities, prior_sd):
    size = len(utilities)
    weight = 1 / prior_sd**2
    slope = [-utility * weight for utility in utilities]
    precision = [[weight if row == column else 0.0 for column in range(size)] for row in range(size)]
    liking = {sign: [math.exp(sign * utility) for utility in utilities] for sign in (1, -1)}
    for shown, picked, sign in picks:
        chances = chances_of(liking[sign], shown)
        slope[picked] += sign
        for at, chance in zip(shown, chances):
            slope[at] -= sign * chance
            row = precision[at]
            row[at] += chance
            for other, other_chance in zip(shown, chances):
                row[other] -= chance * other_chance
    return precision, slope


def solved(matrix, columns):
    """The matrix inverse times the columns, each row a list, by elimination."""
    rows = [list(row) + list(column) for row, column in zip(matrix, columns)]
    size = len(rows)
    for at in range(size):
        pivot = rows[at][at]
        own = rows[at] = [value / pivot for value in rows[at]]
        for row in range(size):
            factor = rows[row][at]
            if row != at and factor != 0:
                rows[row] = [value - factor * each for value, each in zip(rows[row], own)]
    return [row[size:] for row in rows]


def fit(screens, size, prior_sd):
    """Utilities at the posterior's maximum, and the posterior precision of the last of Newton's steps."""
    picks = list(picks_of(screens))
    utilities = [0.0] * size
    while True:
        precision, slope = precision_and_slope(picks, utilities, prior_sd)
        steps = [row[0] for row in solved(precision, [[each] for each in slope])]
        utilities = [utility + step for utility, step in zip(utilities, steps)]
        if max(map(abs, steps)) < 1e-6:
            return utilities, precision


def likelihood(screens, utilities):
    """The geometric mean of the probabilities of the picks."""
    logs = []
    for shown, picked, sign in picks_of(screens):
        weights = [math.exp(sign * utility) for utility in utilities]
        logs.append(math.log(chances_of(weights, shown)[shown.index(picked)]))
    return math.exp(mean(logs))
