"""DISC, as chapter 5 says. A choice names its statements by key or by letter."""

import math

from arithmetic import rounded
from draws import fnv1a, words

LETTERS = "DISC"


def statement(form, block, pick):
    """Place, letter of a pick."""
    shown = form["blocks"][block]["statements"]
    return next((at, each["key"][0].upper()) for at, each in enumerate(shown) if pick in (each["letter"], each["key"]))


def letters_of(form, choices):
    return [
        {pick: statement(form, block, choice[pick])[1] for pick in ("most", "least")}
        for block, choice in enumerate(choices)
    ]


def places_of(form, picks):
    return [
        tuple(statement(form, block, pick[kind])[0] for kind in ("most", "least")) for block, pick in enumerate(picks)
    ]


def style_of(order, differences, sd):
    return order[0] + (order[1] if differences[order[1]] >= sd / 2 else "")


def disc(picks, norm):
    """The results of both editions."""
    most = {letter: sum(pick["most"] == letter for pick in picks) for letter in LETTERS}
    least = {letter: sum(pick["least"] == letter for pick in picks) for letter in LETTERS}
    differences = {letter: most[letter] - least[letter] for letter in LETTERS}
    rank = {letter: (-differences[letter], -most[letter]) for letter in LETTERS}
    order = sorted(LETTERS, key=lambda letter: rank[letter])
    style = style_of(order, differences, norm["sd"])
    shares = style_shares(most, differences, norm)
    result = {
        "style": style,
        **{letter.lower(): rounded(50 + 50 * differences[letter] / 24, 1) for letter in LETTERS},
        "most": most,
        "least": least,
        "styles": {each: share / 1000 for each, share in shares.items() if share >= 10},
        "confidence": shares.get(style, 0) / 1000,
    }
    is_tied = any(rank[order[at]] == rank[order[at + 1]] for at in range(len(style)))
    return {"1.0.0": result, "1.1.0": {**result, "styleIsTied": is_tied}}


def style_shares(most, differences, norm):
    counts = [",".join(str(of[letter]) for letter in LETTERS) for of in (most, differences)]
    source = words(fnv1a(" ".join(counts)))
    spread = norm["sem"] * math.sqrt(4 / 3)
    shares = {}
    for _ in range(1000):
        normal = []
        for _ in LETTERS:
            first, second = next(source) / 2**32, next(source) / 2**32
            normal.append(math.sqrt(-2 * math.log(1 - first)) * math.cos(2 * math.pi * second))
        middle = sum(normal) / 4
        drawn = {letter: differences[letter] + spread * (own - middle) for letter, own in zip(LETTERS, normal)}
        order = sorted(LETTERS, key=lambda letter: (-drawn[letter], -most[letter]))
        style = style_of(order, drawn, norm["sd"])
        shares[style] = shares.get(style, 0) + 1
    return shares
