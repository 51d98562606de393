import type { Simulation } from '../../src/content/technical.ts'
import { addCore, addCoreRetest, coreFigures, coreTally } from '../../src/domain/technical/core.ts'
import { addDisc, addDiscRetest, discFigures, discTally } from '../../src/domain/technical/disc.ts'
import { addFocus, addFocusRetest, focusFigures, focusTally } from '../../src/domain/technical/focus.ts'
import { scoreCore } from '../../src/scoring/core.ts'
import { scoreDisc } from '../../src/scoring/disc.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import { seededRandom } from '../../src/scoring/random.ts'
import type { FocusResult } from '../../src/scoring/results.ts'
import { instruments } from '../instruments.ts'
import { usualBank, usualForm } from './models.ts'
import { answerBank, answerScreens, drawBank, drawLetters, drawValues } from './people.ts'
import { answerAgain, drawSheet, latentForm } from './sheets.ts'

/**
 * The technical figures of people who answer honestly under the models of docs/scoring.md. Each takes everything twice
 * with nothing changed in between, and the sums and formulas are those used for real people.
 */
export function simulateTechnical(people: number, seed: number): Simulation {
  const random = seededRandom(seed)
  const { focus, core } = instruments
  const form = latentForm(focus.keys, focus.norm, usualForm, random)
  const bank = drawBank(usualBank, random)
  const tallies = { focus: focusTally(), disc: discTally(), core: coreTally() }
  for (let person = 0; person < people; person++) {
    const { truth, answers } = drawSheet(form, random)
    const [first, again] = [answers, answerAgain(form, truth, random)].map(
      (sheet) => scoreFocus(sheet, focus.keys, focus.norm) as FocusResult,
    ) as [FocusResult, FocusResult]
    addFocus(tallies.focus, answers)
    addFocusRetest(tallies.focus, first, again)
    const letters = drawLetters(random)
    const choices = answerBank(letters, bank, usualBank, random)
    const chosenAgain = answerBank(letters, bank, usualBank, random)
    addDisc(tallies.disc, choices)
    addDiscRetest(
      tallies.disc,
      scoreDisc(choices, instruments.disc.norm),
      scoreDisc(chosenAgain, instruments.disc.norm),
    )
    const values = drawValues(kinship, random)
    const take = () => scoreCore(answerScreens(values, core.design, temper, random), core.design, `${person}`)
    const [taken, retaken] = [take(), take()]
    addCore(tallies.core, taken)
    addCoreRetest(tallies.core, taken, retaken)
  }
  return {
    made: { people, seed, models },
    focus: focusFigures(tallies.focus, 0),
    disc: discFigures(tallies.disc, 0),
    core: coreFigures(tallies.core, 0),
  }
}

/** The correlation of neighboring values, and the noise of choices between values. */
const [kinship, temper] = [0.4, 1]

const models =
  `Focus: reliability of facets ${usualForm.reliability} before answers are rounded and cut, SD of item means ${usualForm.itemSpread}. ` +
  `DISC: loading ${usualBank.loading}, imbalance ${usualBank.imbalance}. ` +
  `Core: neighbors correlate ${kinship}, noise ${temper}. Between both takings nothing changes.`
