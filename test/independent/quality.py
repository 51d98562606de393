"""Response quality, as chapter 10 says."""

import math

from arithmetic import correlation, deviation, mean, rounded
from content import FORMS, focus_items
from focus import items_of, keyed, norm_of

LIMITS = {
    "1": {"evenOdd": 0.32, "withinFacet": 0.84, "personTotal": -0.04, "disc": 0.314, "core": 0.384},
    "2": {"evenOdd": 0.36, "withinFacet": 0.92, "personTotal": 0.06, "disc": 0.31, "core": 0.37},
}
# The limits of Focus for the full form, and for the short one, which replace those of every version.
FULL = {"run": (9, 14), "variability": 0.99, "acquiescence": (2.4, 3.6)}
SHORT = {
    "run": (8, 11),
    "evenOdd": 0.45,
    "withinFacet": 0.76,
    "personTotal": 0.1,
    "variability": 0.99,
    "acquiescence": (2.5, 3.4),
}


def longest_run(answers):
    """A missing answer ends a run."""
    longest = run = 0
    before = None
    for answer in answers:
        run = 0 if answer is None else run + 1 if answer == before else 1
        before = answer
        longest = max(longest, run)
    return longest


def focus_indices(form, answers, norm):
    """None where one cannot be computed."""
    values = keyed(form, answers)
    facets = [[values[n] for n in items_of(form, facet)] for facet in form["facets"]]
    whole = [each for each in facets if None not in each]
    size = len(facets[0])
    given = [answer for answer in answers if answer is not None]
    means = [norm_of(norm, "facets", item["scale"])["mean"] / size for item in focus_items(form)]
    expected = [
        6 - middle if item["is_reversed"] else middle
        for item, middle, answer in zip(focus_items(form), means, answers)
        if answer is not None
    ]
    halves = correlation([sum(each[: size // 2]) for each in whole], [sum(each[size // 2 :]) for each in whole])
    within = [[value for value in four if value is not None] for four in facets]
    spreads = [deviation(four) for four in within if len(four) > 1]
    return {
        "evenOdd": halves if halves is None or halves < 0 else 2 * halves / (1 + halves),
        "withinFacet": mean(spreads) if spreads else None,
        "personTotal": correlation(given, expected),
        "variability": deviation(given) if len(given) > 1 else None,
        "acquiescence": mean(given) if given else None,
    }


def largest_share(places):
    """The largest share of best, or of worst, picks on one place; None where an order is not known."""
    if not places or None in places:
        return None
    return max(sum(place[kind] == at for place in places) / len(places) for kind in (0, 1) for at in range(4))


def past(assessment, index, value, low=-math.inf, high=math.inf):
    if value is None or low <= value <= high:
        return []
    limit = low if value < low else high
    return [{"assessment": assessment, "index": index, "value": rounded(value, 3), "limit": limit}]


def past_either(assessment, index, value, caution, invalid, is_past):
    """An index that decides alone, and whether it makes the answers invalid."""
    if value is None or not is_past(value, caution):
        return []
    is_invalid = is_past(value, invalid)
    limit = invalid if is_invalid else caution
    return [({"assessment": assessment, "index": index, "value": rounded(value, 3), "limit": limit}, is_invalid)]


def quality(sheet, measures, version):
    limits = {**LIMITS[version], **FULL}
    if "focus" in sheet and len(FORMS[sheet["focus"]["form"]]["items"]) == 60:
        limits = {**limits, **SHORT}
    alone = []
    for family in ("disc", "focus", "core"):
        seconds = sheet.get("activeSeconds", {}).get(family)
        if family in sheet and seconds is not None:
            pace = seconds / len(sheet[family]["answers"])
            alone += past_either(family, "speed", pace, 3, 2, lambda value, limit: value < limit)
    ratings, notes = [], []
    if "focus" in measures:
        of = measures["focus"]
        run = longest_run(sheet["focus"]["answers"])
        alone += past_either("focus", "longestRun", run, *limits["run"], lambda value, limit: value > limit)
        ratings += past("focus", "evenOdd", of["evenOdd"], low=limits["evenOdd"])
        ratings += past("focus", "withinFacet", of["withinFacet"], high=limits["withinFacet"])
        ratings += past("focus", "personTotal", of["personTotal"], low=limits["personTotal"])
        ratings += past("focus", "variability", of["variability"], low=limits["variability"])
        low, high = limits["acquiescence"]
        notes += past("focus", "acquiescence", of["acquiescence"], low=low, high=high)
    choices = []
    for family in ("disc", "core"):
        if family in measures:
            choices += past(family, "likelihood", measures[family]["likelihood"], low=limits[family])
            choices += past(family, "position", measures[family]["position"], high=0.6)
    for each in sheet.get("retakes", []):
        notes += past(each["assessment"], "retakeDrift", correlation(each["now"], each["former"]), low=0.4)
    together = len(ratings) + len(choices)
    paired = [each for group in (ratings, choices) if len(group) >= 2 for each in group]
    single = [each for group in (ratings, choices) if len(group) < 2 for each in group]
    is_invalid = together >= 3 or any(invalid for _, invalid in alone)
    reasons = [each for each, _ in alone] + paired + (single if together >= 3 else [])
    return {
        "outcome": "invalid" if is_invalid else "caution" if reasons else "ok",
        "reasons": reasons,
        "notes": (single if together < 3 else []) + notes,
        "version": version,
    }
