import { bandCount } from '../../src/scoring/criteria.ts'
import { normalCdf } from '../../src/scoring/normal.ts'
import { type PeerAnswers, peerItems, peerMeans } from '../../src/scoring/peer-items.ts'
import { predictions } from '../../src/scoring/predictions.ts'
import { gaussian, type Random } from '../../src/scoring/random.ts'
import { letters } from '../../src/scoring/results.ts'
import type { StudyPerson } from '../../src/scoring/study-figure.ts'
import { answerAgain, drawSheet, type FocusForm } from './sheets.ts'

/**
 * One invented person of a validation study, who takes everything twice: Focus by the form's model, and DISC as
 * differences that follow the true facets of the predictions, each with the weight `validity`.
 */
export function drawStudyPerson(
  form: FocusForm,
  validity: number,
  random: Random,
): StudyPerson & Required<Pick<StudyPerson, 'again'>> {
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

/** About the SD of a true trait in T. */
const trueSpread = 9.2

/**
 * One with peers, two orders of Core, and criteria: `rating` follows true organization with about r = .4, `sales` follows communication with .2, and `absent`
 * nothing. Values are those of a file of very many people, in fifths.
 */
export function drawComparedPerson(form: FocusForm, random: Random): StudyPerson {
  const { truth, answers } = drawSheet(form, random)
  const following = (trait: string, r: number) =>
    (r * ((truth[trait] ?? 50) - 50)) / trueSpread + Math.sqrt(1 - r * r) * gaussian(random)
  const bandOf = (z: number) => Math.min(bandCount - 1, Math.floor(bandCount * normalCdf(z)))
  const raters = Array.from({ length: 3 + Math.floor(3 * random()) }, () => rate(truth, random))
  const worth = Array.from({ length: 13 }, () => gaussian(random))
  return {
    first: { focus: answers, ranks: orderOf(worth, random) },
    again: { ranks: orderOf(worth, random) },
    isDue: true,
    peers: peerMeans(raters),
    criteria: {
      rating: bandOf(following('organization', 0.4)),
      sales: bandOf(following('communication', 0.2)),
      absent: bandOf(gaussian(random)),
    },
  }
}

/** What one rater answers, who sees each true trait with r of about .5; every tenth statement they can't judge. */
function rate(truth: Readonly<Record<string, number>>, random: Random): PeerAnswers {
  const seen = new Map(
    ['flexibility', 'organization', 'communication', 'understanding', 'stability'].map((trait) => [
      trait,
      (0.5 * ((truth[trait] ?? 50) - 50)) / trueSpread + 0.87 * gaussian(random),
    ]),
  )
  return Object.fromEntries(
    peerItems.map(({ n, trait, sign }) => {
      const answer = Math.round(3 + sign * (seen.get(trait) ?? 0) + 0.8 * gaussian(random))
      return [String(n), random() < 0.1 ? 0 : Math.min(5, Math.max(1, answer))]
    }),
  )
}

/** The places of thirteen values whose worth is seen with an error of half its SD. */
function orderOf(worth: readonly number[], random: Random): Record<string, number> {
  const seen = worth.map((one) => one + 0.5 * gaussian(random))
  const order = seen.map((_, at) => at).sort((one, other) => (seen[other] as number) - (seen[one] as number))
  return Object.fromEntries(order.map((value, at) => [`value${value + 1}`, at + 1]))
}
