import { predictions } from '../../src/scoring/predictions.ts'
import { gaussian, type Random } from '../../src/scoring/random.ts'
import { letters } from '../../src/scoring/results.ts'
import type { StudyPerson } from '../../src/scoring/validation-study.ts'
import { answerAgain, drawSheet, type FocusForm } from './sheets.ts'

/**
 * One invented person of a validation study, who takes everything twice: Focus by the form's model, and DISC as
 * differences that follow the true facets of the predictions, each with the weight `validity`.
 */
export function drawStudyPerson(form: FocusForm, validity: number, random: Random): Required<StudyPerson> {
  const { truth, answers } = drawSheet(form, random)
  const lasting = letters.map((letter) => {
    const own = predictions.filter((one) => one.letter === letter)
    const shared = own.reduce((sum, { facet, sign }) => sum + (sign * ((truth[facet] ?? 50) - 50)) / 10, 0)
    return (validity * shared) / Math.sqrt(own.length) + Math.sqrt(1 - validity ** 2) * gaussian(random)
  })
  const sheet = () => lasting.map((level) => Math.round(6 * level + 3 * gaussian(random)))
  return {
    first: { focus: answers, letters: sheet() },
    again: { focus: answerAgain(form, truth, random), letters: sheet() },
    isDue: true,
  }
}
