import type { DebriefBasis } from '../../src/domain/debrief/facts.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { gaussian, type Random, seededRandom } from '../../src/scoring/random.ts'
import type { Family } from '../../src/scoring/results.ts'
import { type AnswerSheet, provenance, scoreSheet } from '../../src/scoring/score.ts'
import { instruments } from '../instruments.ts'
import { usualBank, usualForm } from './models.ts'
import { answerBank, answerScreens, drawBank, drawValues, type LetterTraits } from './people.ts'
import { drawSheet, latentForm } from './sheets.ts'

/** The result of scoring a sheet, as input for a debrief. */
export function simulatedBasis(
  sheet: AnswerSheet,
  profileId: string,
  activeSeconds: Partial<Record<Family, number>> = {},
): DebriefBasis {
  const scores = scoreSheet(sheet, instruments, profileId)
  const parts = (Object.keys(scores) as Family[]).map((assessment) => ({
    assessment,
    ...provenance(assessment, instruments),
    result: scores[assessment],
  }))
  return { parts, quality: responseQuality({ sheet, activeSeconds }, instruments) }
}

/** Answers of a person who answers all three honestly; the same seed gives the same person. */
export function honestSheet(seed: number): Required<AnswerSheet> {
  const random = seededRandom(seed)
  const { truth, answers } = drawSheet(form, random)
  const values = drawValues(0.4, random)
  return {
    focus: answers,
    disc: answerBank(lettersOf(truth, random), bank, usualBank, random),
    core: answerScreens(values, instruments.core.design, 1, random),
  }
}

/** The letter traits correlate with energy and with regard for people, as on the DISC circle. */
function lettersOf(truth: Readonly<Record<string, number>>, random: Random): LetterTraits {
  const zScore = (trait: string) => ((truth[trait] ?? 50) - 50) / 10
  const outward = 0.6 * zScore('communication') + 0.5 * gaussian(random)
  const toward = 0.6 * zScore('understanding') + 0.5 * gaussian(random)
  const own = () => 0.5 * gaussian(random)
  return [
    0.8 * (outward - toward) + own(),
    0.8 * (outward + toward) + own(),
    0.8 * (toward - outward) + own(),
    -0.8 * (outward + toward) + own(),
  ]
}

/** One bank and one form for everyone, as in reality. */
const ground = seededRandom(120)
const bank = drawBank(usualBank, ground)
const form = latentForm(instruments.focus.keys, instruments.focus.norm, usualForm, ground)
