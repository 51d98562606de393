import { coreDesign, discForm, focusForm } from '../content/forms.ts'
import { focusNorm } from '../content/norms.ts'
import type { NewAnswer } from '../domain/assessment/store.ts'
import { nextScreen } from '../scoring/core.ts'
import type { CoreAnswer } from '../scoring/core-screens.ts'
import { fnv1a } from '../scoring/hash.ts'
import { gaussian, type Random, seededRandom } from '../scoring/random.ts'
import type { Letter } from '../scoring/results.ts'

/** A simulated demo person. The same name always answers the same way. */
export type Respondent = {
  random: Random
  facets: Map<string, number>
  letters: Record<Letter, number>
  values: Map<string, number>
}

/** Draws a person's true scores on all scales; facets of one trait correlate. */
export function createRespondent(name: string): Respondent {
  const random = seededRandom(fnv1a(name))
  const traits = new Map<string, number>()
  const facets = new Map<string, number>()
  for (const { trait, facet } of focusForm.facets) {
    if (!traits.has(trait)) traits.set(trait, gaussian(random))
    facets.set(facet, 0.7 * (traits.get(trait) ?? 0) + 0.8 * gaussian(random))
  }
  const outward = 0.6 * (traits.get('communication') ?? 0) + 0.5 * gaussian(random)
  const towardPeople = 0.6 * (traits.get('understanding') ?? 0) + 0.5 * gaussian(random)
  const letters = {
    D: outward - towardPeople + 0.4 * gaussian(random),
    I: outward + towardPeople + 0.4 * gaussian(random),
    S: towardPeople - outward + 0.4 * gaussian(random),
    C: -outward - towardPeople + 0.4 * gaussian(random),
  }
  const values = new Map(coreDesign.values.map(({ key }) => [key, 1.3 * gaussian(random)]))
  return { random, facets, letters, values }
}

/**
 * Answers to the first `count` items of Focus, numbered from `seq`. Each answer is drawn around the norm's mean for its
 * facet, so that demo people are typical.
 */
export function simulateFocusAnswers(person: Respondent, count: number, seq: number): NewAnswer[] {
  return focusForm.items.slice(0, count).map(({ n, facet, ipip }) => {
    const { scale, sign } = facetOf(facet)
    const { mean, sd } = focusNorm.provisional.facets[scale] ?? focusNorm.balanced.facets[scale] ?? ordinary
    const trueScore = (person.facets.get(facet) ?? 0) * sign
    const inDirection = (mean + 0.8 * sd * trueScore) / 4 + 0.7 * gaussian(person.random)
    const mark = Math.round(ipip > 0 ? inDirection : 6 - inDirection)
    return { assessment: 'focus', item: n, value: Math.min(5, Math.max(1, mark)), seq: seq + n - 1 }
  })
}

const ordinary = { mean: 14, sd: 3.5 }

function facetOf(name: string): { scale: string; sign: number } {
  return focusForm.facets.find(({ facet }) => facet === name) ?? { scale: '', sign: 1 }
}

/** Answers to the first `count` blocks of DISC. */
export function simulateDiscAnswers(person: Respondent, count: number, seq: number): NewAnswer[] {
  return discForm.blocks.slice(0, count).map((block, index) => {
    const ranked = block.statements
      .map(({ letter }) => ({ letter, pull: person.letters[letter] + 0.9 * gaussian(person.random) }))
      .sort((one, other) => other.pull - one.pull)
    const value = { most: ranked[0]?.letter ?? 'D', least: ranked.at(-1)?.letter ?? 'C' }
    return { assessment: 'disc', item: index + 1, value, seq: seq + index }
  })
}

/** Answers to the first `count` screens of Core, adaptive ones included. */
export function simulateCoreAnswers(person: Respondent, count: number, seq: number): NewAnswer[] {
  const answers: CoreAnswer[] = []
  for (let screen = nextScreen(answers, coreDesign); screen && answers.length < count; ) {
    const ranked = screen
      .map((key) => ({ key, pull: (person.values.get(key) ?? 0) + 0.6 * gaussian(person.random) }))
      .sort((one, other) => other.pull - one.pull)
    answers.push({ block: screen, best: ranked[0]?.key ?? '', worst: ranked.at(-1)?.key ?? '' })
    screen = nextScreen(answers, coreDesign)
  }
  return answers.map((value, index) => ({ assessment: 'core', item: index + 1, value, seq: seq + index }))
}
