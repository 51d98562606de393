"""Scores answer sheets as docs/scoring.md says, without any code of the service.

Written from the manual and the data it names: forms in content/items, norms in content/norms. Python 3, standard
library only. One sheet per line of standard input, as JSON:

    {"profile": "1f", "focus": {"form": "focus-120-1", "answers": [4, null, 2]},
     "disc": {"form": "disc-24-1", "answers": [{"most": "d01", "least": "s05"}]},
     "core": {"form": "core-13-1", "answers": [{"block": ["care"], "best": "care", "worst": "wealth"}]},
     "activeSeconds": {"focus": 700}, "retakes": [{"assessment": "disc", "now": [50], "former": [60]}]}

Families, times and retakes may be left out. A pick of DISC is the key of a statement or its letter. One line of JSON
comes out for each: the scores by edition, the screens of Core, and response quality by version of its rules.
"""

import json
import sys

from choices import PRIOR_SD, fit, likelihood
from content import EDITIONS, FOCUS_NORMS, FORMS, NORMS
from core import core, screens_of, shown_screens
from disc import LETTERS, disc, letters_of, places_of
from focus import focus
from quality import LIMITS, focus_indices, largest_share, quality


def score(sheet):
    scores = {edition: {} for edition in EDITIONS}
    measures = {}
    result = {"scores": scores, "quality": {}}
    if "focus" in sheet:
        form, answers = FORMS[sheet["focus"]["form"]], sheet["focus"]["answers"]
        measures["focus"] = focus_indices(form, answers, NORMS[FOCUS_NORMS[form["id"]][0]])
        for edition in EDITIONS:
            scores[edition]["focus"] = focus(form, answers, edition)
    if "disc" in sheet:
        form, answers = FORMS[sheet["disc"]["form"]], sheet["disc"]["answers"]
        picks = letters_of(form, answers)
        for edition, found in disc(picks, NORMS["disc-provisional-1"]).items():
            scores[edition]["disc"] = found
        blocks = [([0, 1, 2, 3], LETTERS.index(pick["most"]), LETTERS.index(pick["least"])) for pick in picks]
        measures["disc"] = {
            "likelihood": likelihood(blocks, fit(blocks, 4, PRIOR_SD)[0]),
            "position": largest_share(places_of(form, picks)),
        }
    if "core" in sheet:
        form, answers = FORMS[sheet["core"]["form"]], sheet["core"]["answers"]
        screens = screens_of(form, answers)
        found = fit(screens, len(form["values"]), form["priorSd"])
        for edition, of in core(form, screens, found, sheet["profile"]).items():
            scores[edition]["core"] = of
        result["screens"] = shown_screens(form, screens, form["priorSd"])
        measures["core"] = {
            "likelihood": likelihood(screens, found[0]),
            "position": largest_share([(shown.index(best), shown.index(worst)) for shown, best, worst in screens]),
        }
    for version in LIMITS:
        result["quality"][version] = quality(sheet, measures, version)
    return result


def main():
    for line in sys.stdin:
        print(json.dumps(score(json.loads(line))))


if __name__ == "__main__":
    main()
