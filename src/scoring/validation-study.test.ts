import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import keysJson from '../../content/items/focus.json' with { type: 'json' }
import norm from '../../content/norms/focus.json' with { type: 'json' }
import type { FocusKeys } from './focus.ts'
import { predictions } from './predictions.ts'
import { gaussian, seededRandom } from './random.ts'
import type { EstimatedFigure, StudyPerson } from './study-figure.ts'
import { studyFigures, verdictOf } from './validation-study.ts'

const keys = keysJson as FocusKeys

/** People whose answers differ at random; leadership goes with D. */
function people(count: number, change: (person: StudyPerson, at: number) => StudyPerson = (one) => one) {
  const random = seededRandom(7)
  return Array.from({ length: count }, (_, at) => {
    const drive = gaussian(random)
    const sheet = () =>
      keys.items.map(({ facet, ipip }) => {
        const keyed = Math.min(
          5,
          Math.max(1, Math.round(3 + (facet === 'leadership' ? drive : 0) + gaussian(random))),
        )
        return ipip === -1 ? 6 - keyed : keyed
      })
    const disc = () => [
      Math.round(4 * drive + gaussian(random)),
      ...[0, 0, 0].map(() => Math.round(3 * gaussian(random))),
    ]
    const person = {
      first: { focus: sheet(), letters: disc() },
      again: { focus: sheet(), letters: disc() },
      isDue: true,
    }
    return change(person, at)
  })
}
const find = (
  figures: readonly EstimatedFigure[],
  kind: string,
  subject: string,
  figure: string,
  other?: string,
) =>
  figures.find(
    (one) => one.kind === kind && one.subject === subject && one.figure === figure && one.other === other,
  )

describe('figures of a study', () => {
  test('are none below 50 people, and only of traits and letters below 200', () => {
    expect(studyFigures(people(49), keys, norm)).toEqual([])
    const kinds = new Set(studyFigures(people(50), keys, norm).map(({ kind }) => kind))
    expect([...kinds].sort()).toEqual(['letter', 'missing', 'prediction', 'trait'])
    const detailed = studyFigures(people(200), keys, norm)
    expect(detailed.filter(({ kind, figure }) => kind === 'facet' && figure === 'retest')).toHaveLength(30)
    expect(detailed.filter(({ kind }) => kind === 'comparison')).toHaveLength(24)
  })

  test('of the second occasion need 50 people who took it', () => {
    const only = (count: number) =>
      people(60, (one, at) => (at < count ? one : { first: one.first, isDue: true }))
    expect(find(studyFigures(only(49), keys, norm), 'trait', 'stability', 'retest')).toBeUndefined()
    const figures = studyFigures(only(50), keys, norm)
    expect(find(figures, 'trait', 'stability', 'retest')?.estimate.n).toBe(50)
    expect(find(figures, 'missing', 'retest', 'share')?.estimate.n).toBe(60)
  })

  test('say whether a prediction is supported, open or contradicted', () => {
    const figures = studyFigures(people(60), keys, norm)
    const leadership = find(figures, 'prediction', 'D', 'r', 'leadership') as EstimatedFigure
    expect(verdictOf(leadership)).toBe('supported')
    const { estimate } = leadership
    expect(verdictOf({ ...leadership, estimate: { ...estimate, at: -estimate.at } })).toBe('contradicted')
    expect(verdictOf({ ...leadership, estimate: { ...estimate, at: 0 } })).toBe('open')
  })

  test('leave out what does not vary, and nothing else', () => {
    const constant = people(50, (one) => ({ ...one, first: { ...one.first, letters: [0, 1, 1, 1] } }))
    const figures = studyFigures(constant, keys, norm)
    expect(find(figures, 'prediction', 'D', 'r', 'leadership')).toBeUndefined()
    expect(find(figures, 'trait', 'stability', 'alpha')).toBeDefined()
  })
})

describe('predictions', () => {
  test('name facets of the form, none of flexibility, each once', () => {
    const facets = new Map(keys.facets.map(({ facet, trait }) => [facet, trait]))
    for (const { facet } of predictions) expect(facets.get(facet)).toMatch(/^(?!flexibility)\w+$/)
    expect(new Set(predictions.map(({ letter, facet }) => letter + facet)).size).toBe(predictions.length)
  })

  test('are those that the manual wrote down first', () => {
    const manual = readFileSync('docs/scoring.md', 'utf8')
    expect(manual).toContain(
      'D with leadership above zero and with trust, teamwork and humility below; I with the facets of communication above; S with teamwork, compassion and composure above and with vigor and adventureSeeking below; C with systemization and prudence above and with sociability below',
    )
    const communication = keys.facets
      .filter(({ trait }) => trait === 'communication')
      .map(({ facet }) => facet)
    const written = {
      D: { 1: ['leadership'], '-1': ['trust', 'teamwork', 'humility'] },
      I: { 1: communication, '-1': [] },
      S: { 1: ['teamwork', 'compassion', 'composure'], '-1': ['vigor', 'adventureSeeking'] },
      C: { 1: ['systemization', 'prudence'], '-1': ['sociability'] },
    }
    for (const [letter, signs] of Object.entries(written))
      for (const [sign, facets] of Object.entries(signs)) {
        const found = predictions.filter((one) => one.letter === letter && one.sign === Number(sign))
        expect(found.map(({ facet }) => facet).sort()).toEqual([...facets].sort())
      }
  })
})
