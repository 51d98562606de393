"""Core, as chapter 5 says."""

import math

from arithmetic import phi, rounded
from choices import fit, solved
from draws import fnv1a


def screens_of(form, answers):
    index = {value["key"]: value["index"] for value in form["values"]}
    return [([index[key] for key in each["block"]], index[each["best"]], index[each["worst"]]) for each in answers]


def shown_screens(form, screens, prior_sd):
    """The screens that follow from the answers before them."""
    shown = list(form["blocks"])
    for turn, pattern in enumerate(form["rankPatterns"]):
        if turn % 2 == 0:
            utilities, _ = fit(screens[: len(shown)], len(form["values"]), prior_sd)
            order = sorted(range(len(utilities)), key=lambda at: (-rounded(utilities[at], 6), at))
        inside = sorted(order[rank] for rank in pattern)
        shown.append(inside[turn % 4 :] + inside[: turn % 4])
    return [[form["values"][at]["key"] for at in screen] for screen in shown]


def core(form, screens, found, profile):
    """The results of both editions."""
    size = len(form["values"])
    utilities = [rounded(utility, 6) for utility in found[0]]
    covariance = solved(found[1], [[float(row == column) for column in range(size)] for row in range(size)])
    most = [sum(best == at for _, best, _ in screens) for at in range(size)]
    turn = fnv1a(profile) % size
    wins = direct_wins(screens, utilities)
    order = sorted(range(size), key=lambda at: (-utilities[at], -wins[at], -most[at], (at - turn) % size))
    keys = [value["key"] for value in form["values"]]
    ranked = [
        {
            "key": keys[at],
            "utility": utilities[at],
            "se": rounded(math.sqrt(covariance[at][at]), 6),
            "most": most[at],
        }
        for at in order
    ]
    close = [
        [keys[one], keys[other]]
        for one, other in zip(order, order[1:])
        if utilities[one] - utilities[other]
        < math.sqrt(covariance[one][one] + covariance[other][other] - 2 * covariance[one][other])
    ]
    first = dict(zip(("first", "second", "third", "fourth", "fifth"), (keys[at] for at in order)))
    intervals = rank_intervals(utilities, covariance)
    with_intervals = [{**row, "rank90": intervals[at]} for row, at in zip(ranked, order)]
    return {
        "1.0.0": {**first, "close": close, "ranked": ranked},
        "1.1.0": {**first, "close": close, "ranked": with_intervals},
    }


def direct_wins(screens, utilities):
    """Comparisons won less comparisons lost against values of the same utility."""
    wins = [0] * len(utilities)
    for shown, best, worst in screens:
        for one in shown:
            for other in shown:
                if one != other and utilities[one] == utilities[other]:
                    wins[one] += (best == one or worst == other) - (best == other or worst == one)
    return wins


def rank_intervals(utilities, covariance):
    size = len(utilities)
    points = ((0, 2 / 3), (math.sqrt(3), 1 / 6), (-math.sqrt(3), 1 / 6))
    intervals = []
    for own in range(size):
        variance = covariance[own][own]
        chances = [0.0] * size
        for point, weight in points:
            moved = point * math.sqrt(variance)
            above = []
            for other in range(size):
                if other != own:
                    share = covariance[own][other] / variance
                    gap = utilities[other] + share * moved - utilities[own] - moved
                    above.append(phi(gap / math.sqrt(covariance[other][other] - share * covariance[own][other])))
            for rank, chance in enumerate(counts(above)):
                chances[rank] += weight * chance
        intervals.append(interval(chances))
    return intervals


def counts(events):
    """Distribution of how many of independent events happen (Poisson binomial)."""
    chances = [1.0]
    for event in events:
        chances = [
            (chances[at] * (1 - event) if at < len(chances) else 0) + (chances[at - 1] * event if at > 0 else 0)
            for at in range(len(chances) + 1)
        ]
    return chances


def interval(chances):
    low = high = max(range(len(chances)), key=lambda at: (chances[at], -at))
    inside = chances[low]
    while low > 0 or high < len(chances) - 1:
        before = chances[low - 1] if low > 0 else -1
        after = chances[high + 1] if high < len(chances) - 1 else -1
        more = max(before, after)
        if abs(inside + more - 0.9) >= abs(inside - 0.9):
            break
        inside += more
        if before >= after:
            low -= 1
        else:
            high += 1
    return [low + 1, high + 1]
