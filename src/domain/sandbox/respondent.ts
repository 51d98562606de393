import { coreDesign, discForm, focusForm } from '../../content/forms.ts'
import { focusNorm } from '../../content/norms.ts'
import { nextScreen } from '../../scoring/core.ts'
import type { CoreAnswer } from '../../scoring/core-screens.ts'
import { fnv1a } from '../../scoring/hash.ts'
import { gaussian, type Random, seededRandom } from '../../scoring/random.ts'
import type { Letter } from '../../scoring/results.ts'

/** An invented person. The same name and tendencies always answer the same way. */
export type Respondent = {
  random: Random
  facets: Map<string, number>
  letters: Record<Letter, number>
  values: Map<string, number>
}

/** How a respondent differs from the average: means of traits in standard deviations, and the pull of each letter. */
export type Tendencies = {
  traits: Readonly<Record<string, number>>
  letters: Readonly<Record<Letter, number>>
}

/** An answer in the format of the taking page, before it is numbered. */
export type SimulatedAnswer =
  | { assessment: 'disc'; item: number; value: { most: Letter; least: Letter } }
  | { assessment: 'focus'; item: number; value: number }
  | { assessment: 'core'; item: number; value: CoreAnswer }

/** Draws a person's true scores on all scales; facets of one trait correlate. */
export function createRespondent(name: string, tendencies?: Tendencies): Respondent {
  const random = seededRandom(fnv1a(name))
  const traits = new Map<string, number>()
  const facets = new Map<string, number>()
  for (const { trait, facet } of focusForm.facets) {
    if (!traits.has(trait)) traits.set(trait, traitOf(trait, random, tendencies))
    facets.set(facet, 0.7 * (traits.get(trait) ?? 0) + 0.8 * gaussian(random))
  }
  const outward = 0.6 * (traits.get('communication') ?? 0) + 0.5 * gaussian(random)
  const towardPeople = 0.6 * (traits.get('understanding') ?? 0) + 0.5 * gaussian(random)
  const pulls = tendencies?.letters ?? {
    D: outward - towardPeople,
    I: outward + towardPeople,
    S: towardPeople - outward,
    C: -outward - towardPeople,
  }
  const letters = {
    D: pulls.D + 0.4 * gaussian(random),
    I: pulls.I + 0.4 * gaussian(random),
    S: pulls.S + 0.4 * gaussian(random),
    C: pulls.C + 0.4 * gaussian(random),
  }
  const values = new Map(coreDesign.values.map(({ key }) => [key, 1.3 * gaussian(random)]))
  return { random, facets, letters, values }
}

/** Around the tendency if there is one, and closer to it than people in general are to their average. */
function traitOf(trait: string, random: Random, tendencies: Tendencies | undefined): number {
  const drawn = gaussian(random)
  return tendencies ? (tendencies.traits[trait] ?? 0) + 0.5 * drawn : drawn
}

/**
 * Answers to the first `count` items of Focus. Each answer is drawn around the norm's mean for its facet, so that
 * invented people are typical.
 */
export function simulateFocusAnswers(person: Respondent, count: number): SimulatedAnswer[] {
  return focusForm.items.slice(0, count).map(({ n, facet, ipip }) => {
    const { scale, sign } = facetOf(facet)
    const { mean, sd } = focusNorm.provisional.facets[scale] ?? focusNorm.balanced.facets[scale] ?? ordinary
    const trueScore = (person.facets.get(facet) ?? 0) * sign
    const inDirection = (mean + 0.8 * sd * trueScore) / 4 + 0.7 * gaussian(person.random)
    const mark = Math.round(ipip > 0 ? inDirection : 6 - inDirection)
    return { assessment: 'focus', item: n, value: Math.min(5, Math.max(1, mark)) }
  })
}

const ordinary = { mean: 14, sd: 3.5 }

function facetOf(name: string): { scale: string; sign: number } {
  return focusForm.facets.find(({ facet }) => facet === name) ?? { scale: '', sign: 1 }
}

/** Answers to the first `count` blocks of DISC. */
export function simulateDiscAnswers(person: Respondent, count: number): SimulatedAnswer[] {
  return discForm.blocks.slice(0, count).map((block, index) => {
    const ranked = block.statements
      .map(({ letter }) => ({ letter, pull: person.letters[letter] + 0.9 * gaussian(person.random) }))
      .sort((one, other) => other.pull - one.pull)
    const value = { most: ranked[0]?.letter ?? 'D', least: ranked.at(-1)?.letter ?? 'C' }
    return { assessment: 'disc', item: index + 1, value }
  })
}

/** Answers to the first `count` screens of Core, adaptive ones included. */
export function simulateCoreAnswers(person: Respondent, count: number): SimulatedAnswer[] {
  return coreAnswersBy(count, (screen) =>
    screen
      .map((key) => ({ key, pull: (person.values.get(key) ?? 0) + 0.6 * gaussian(person.random) }))
      .sort((one, other) => other.pull - one.pull)
      .map(({ key }) => key),
  )
}

/** Answers to the first `count` screens of Core by someone who puts the values of each in this order. */
export function coreAnswersBy(
  count: number,
  order: (screen: readonly string[]) => readonly string[],
): SimulatedAnswer[] {
  const answers: CoreAnswer[] = []
  for (let screen = nextScreen(answers, coreDesign); screen && answers.length < count; ) {
    const ordered = order(screen)
    answers.push({ block: screen, best: ordered[0] ?? '', worst: ordered.at(-1) ?? '' })
    screen = nextScreen(answers, coreDesign)
  }
  return answers.map((value, index) => ({ assessment: 'core', item: index + 1, value }))
}
