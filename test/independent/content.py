"""The forms and norms that the manual names, by id, and the keys of Focus as the pinned package has them."""

import json
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def folder(name):
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((ROOT / "content" / name).glob("*.json"))]
    return {each["id"]: each for each in found if "id" in each}


FORMS = folder("items")
NORMS = folder("norms")
PACKAGE = ROOT / "node_modules/@bigfive-org/questions/data/en/questions.json"
# The four statements of our own are keyed like those in whose places they stand.
FOCUS_ITEMS = [
    {"n": at + 1, "scale": f"{item['domain']}{item['facet']}", "is_reversed": item["keyed"] == "minus"}
    for at, item in enumerate(json.loads(PACKAGE.read_text(encoding="utf-8")))
]
BY_NUMBER = {item["n"]: item for item in FOCUS_ITEMS}


def focus_items(form):
    """The items of a form of Focus: the short one names the statements of the full one."""
    return [{**BY_NUMBER[item.get("statement", item["n"])], "n": item["n"]} for item in form["items"]]


# The norm and the reliabilities of each form of Focus.
FOCUS_NORMS = {
    "focus-120-1": ("johnson-2014-balanced-1", "johnson-2014-stratified-1"),
    "focus-60-1": ("focus-60-derived-1", "focus-60-spearman-brown-1"),
}
EDITIONS = ("1.0.0", "1.1.0")
