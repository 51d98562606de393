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
EDITIONS = ("1.0.0", "1.1.0")
