"""Focus, as chapter 5 says."""

import math

from arithmetic import phi, rounded
from content import FOCUS_NORMS, NORMS, focus_items

NAMES = {"O": "flexibility", "C": "organization", "E": "communication", "A": "understanding", "N": "stability"}


def items_of(form, facet):
    return [item["n"] for item in focus_items(form) if item["scale"] == facet["scale"]]


def keyed(form, answers):
    """Answers in the direction of the norm, by item number; None where one is missing."""
    return {
        item["n"]: None if answer is None else 6 - answer if item["is_reversed"] else answer
        for item, answer in zip(focus_items(form), answers)
    }


def raw_facet(values):
    given = [value for value in values if value is not None]
    return sum(given) * len(values) / len(given)


def norm_of(norm, kind, scale):
    return norm["provisional"][kind].get(scale) or norm["balanced"][kind][scale]


def level_of(t):
    if t < 35:
        return "veryLow", -math.inf, 35
    if t < 45:
        return "low", 35, 45
    if t <= 55:
        return "baseline", 45, 55
    if t <= 65:
        return "high", 55, 65
    return "veryHigh", 65, math.inf


def between(low, high, middle, spread):
    return phi((high - middle) / spread) - phi((low - middle) / spread)


def scale_of(raw, kind, scale, norm, reliabilities, edition):
    sign = -1 if scale[0] == "N" else 1
    of = norm_of(norm, kind, scale)
    z = sign * (raw - of["mean"]) / of["sd"]
    t = rounded(50 + 10 * z, 2)
    level, low, high = level_of(t)
    result = {
        "raw": rounded(raw, 2),
        "t": t,
        "score": min(99, max(1, rounded(100 * phi(z), 1))),
        "level": level,
    }
    if edition == "1.0.0":
        sem = norm["sem"]["facet" if kind == "facets" else "trait"]
        return {**result, "sem": sem, "confidence": rounded(between(low, high, t, sem), 3)}
    reliability = reliabilities[kind][scale]
    middle = 50 + reliability * (t - 50)
    spread = 10 * math.sqrt(reliability * (1 - reliability))
    sides = {"veryLow": (-math.inf, 50), "low": (-math.inf, 50), "baseline": (45, 55)}
    side = sides.get(level, (50, math.inf))
    return {
        **result,
        "sem": rounded(10 * math.sqrt(1 - reliability), 2),
        "confidence": rounded(between(low, high, middle, spread), 3),
        "sideConfidence": rounded(between(*side, middle, spread), 3),
    }


def focus(form, answers, edition):
    norm, reliabilities = (NORMS[name] for name in FOCUS_NORMS[form["id"]])
    values = keyed(form, answers)
    missing = [sum(values[n] is None for n in items_of(form, facet)) for facet in form["facets"]]
    most = 1 if len(form["items"]) == 120 else 0
    if max(missing) > most or sum(missing) > 12:
        return "not scored"

    def scored(raw, kind, scale):
        return scale_of(raw, kind, scale, norm, reliabilities, edition)

    results = {}
    totals = {}
    for facet in form["facets"]:
        raw = raw_facet([values[n] for n in items_of(form, facet)])
        trait = facet["trait"]
        totals[trait] = totals.get(trait, 0) + raw
        results.setdefault(trait, {})[facet["facet"]] = scored(raw, "facets", facet["scale"])
    scales = {name: scale for scale, name in NAMES.items()}
    return {
        trait: {**scored(totals[trait], "domains", scales[trait]), "facets": facets}
        for trait, facets in results.items()
    }
