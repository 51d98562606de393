import { buildSheet, type SheetTendencies } from '../../../scripts/simulation/build-sheet.ts'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { focusForm } from '../../content/forms.ts'
import { seededRandom } from '../../scoring/random.ts'
import type { AnswerSheet } from '../../scoring/score.ts'
import { extractFacts, type Facts } from './facts.ts'

/** Sixty people whose answers went through the real scoring. Every change of the debriefs is checked against them. */
export type SamplePerson = { readonly name: string; readonly facts: Facts }

export const samplePeople: readonly SamplePerson[] = [
  ...Array.from({ length: 36 }, (_, at) => person(`ordinary ${at + 1}`, honestSheet(at + 1))),
  ...Object.entries({
    'all high': buildSheet({ facets: everywhere(5), letters: { D: 2, I: 1 } }),
    'all low': buildSheet({ facets: everywhere(1), letters: { C: 2, S: 1 } }),
    'all rather high': buildSheet({ facets: everywhere(4.25), letters: { I: 1 } }),
    'all rather low': buildSheet({ facets: everywhere(2.5), letters: { S: 1 } }),
    'all in the middle': buildSheet({}),
    'all in the middle but a style': buildSheet({ letters: { D: 2, S: -2 } }),
    'all in the middle but one facet': buildSheet({ facets: { prudence: 5 } }),
    'high and low by turns': buildSheet({ facets: alternating(5, 1), letters: { I: 1, C: 1 } }),
    'low and high by turns': buildSheet({ facets: alternating(1, 5), letters: { D: 1, S: 1 } }),
  }).map(([name, sheet]) => person(name, sheet)),
  ...Object.entries(contradictoryPeople()).map(([name, tendencies]) => person(name, buildSheet(tendencies))),
  person('fast', honestSheet(101), { focus: 300 }),
  person('too fast', honestSheet(102), { focus: 120 }),
  person('always the same', { ...honestSheet(103), focus: new Array<number>(120).fill(3) }),
  person('always agrees', { ...honestSheet(104), focus: new Array<number>(120).fill(5) }),
  person('at random', { ...honestSheet(105), focus: randomAnswers(105) }),
  person('at random again', { ...honestSheet(106), focus: randomAnswers(106) }),
]

/** The same person with fewer assessments. */
export const partialSamples: readonly SamplePerson[] = [
  ['disc'],
  ['focus'],
  ['core'],
  ['disc', 'focus'],
  ['disc', 'core'],
  ['focus', 'core'],
].map((families) => {
  const sheet = Object.entries(honestSheet(7)).filter(([family]) => families.includes(family))
  return person(`only ${families.join(' and ')}`, Object.fromEntries(sheet) as AnswerSheet)
})

/** People with two findings that seem to contradict each other. */
function contradictoryPeople(): Record<string, SheetTendencies> {
  return {
    'leads and does not lead': { letters: { D: 2 }, facets: { leadership: 1, teamwork: 5, humility: 5 } },
    'sociable and alone': { letters: { I: 2 }, facets: { sociability: 1, friendliness: 1, cheerfulness: 1 } },
    'steady and tense': { letters: { S: 2 }, facets: { composure: 1, resilience: 1, temperance: 1 } },
    'careful and careless': { letters: { C: 2 }, facets: { prudence: 1, systemization: 1, discipline: 1 } },
    'goals without discipline': { facets: { goalOriented: 5, discipline: 1, resilience: 1 } },
    'care without compassion': {
      values: ['care', 'achievement'],
      facets: { compassion: 1, goalOriented: 1 },
    },
    'calm adventurer': { letters: { S: 2 }, facets: { adventureSeeking: 5, composure: 5, prudence: 1 } },
    'doubts and promises': { facets: { selfBelief: 1, responsibility: 5, confidence: 1, sociability: 5 } },
    'free of plans': { values: ['freedom', 'security'], facets: { innovativeness: 1, prudence: 1 } },
  }
}

function everywhere(mean: number): Record<string, number> {
  return alternating(mean, mean)
}

function alternating(evenMean: number, oddMean: number): Record<string, number> {
  const names = focusForm.facets.map(({ facet }) => facet)
  return Object.fromEntries(names.map((facet, at) => [facet, at % 2 === 0 ? evenMean : oddMean]))
}

function randomAnswers(seed: number): number[] {
  const random = seededRandom(seed)
  return Array.from({ length: 120 }, () => 1 + Math.floor(5 * random()))
}

function person(name: string, sheet: AnswerSheet, activeSeconds = {}): SamplePerson {
  return { name, facts: extractFacts(simulatedBasis(sheet, name, activeSeconds)) }
}
