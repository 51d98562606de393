import { describe, expect, test } from 'vitest'
import type { DebriefSection } from '../client/types.ts'
import { type EvidenceFact, factsOf, numberNotes } from './evidence.ts'

const facts = new Map<string, EvidenceFact>([
  ['a', { label: 'Leadership', words: 'High, 84' }],
  ['b', { label: 'Vigor', words: 'Low, 20' }],
])
const section = (id: DebriefSection['id'], ...evidence: string[][]): DebriefSection => ({
  id,
  title: id,
  sentences: evidence.map((ids, at) => ({ text: `${id} ${at}`, evidence: ids })),
})

describe('a fact behind the sentences of a debrief', () => {
  test('is numbered in the order of the text, and keeps its number in later sections', () => {
    const [overview, best] = numberNotes(
      [section('overview', ['b'], ['a', 'b']), section('best', ['a'])],
      facts,
    )
    expect(overview?.sentences.map(({ notes }) => notes)).toEqual([[1], [1, 2]])
    expect(overview?.notes.map(({ number, label }) => [number, label])).toEqual([
      [1, 'Vigor'],
      [2, 'Leadership'],
    ])
    expect(best?.sentences[0]?.notes).toEqual([2])
    expect(best?.notes.map(({ number }) => number)).toEqual([2])
  })

  test("has no number if the current results don't contain it", () => {
    const [overview] = numberNotes([section('overview', ['gone', 'a'])], facts)
    expect(overview?.sentences[0]?.notes).toEqual([1])
    expect(overview?.notes).toHaveLength(1)
  })

  test('is named by the paths of the profile', () => {
    const core = { first: 'freedom', second: 'care', third: 'wisdom', fourth: 'wealth', fifth: 'fairness' }
    const found = factsOf({
      focus: null,
      disc: { style: 'DI', d: 70.6, i: 60, s: 40, c: 29.4 },
      core,
      quality: { outcome: 'caution', reasons: [], notes: [] },
    })
    expect(found.get('disc.style')?.words).toBe('Style DI')
    expect(found.get('disc.d')).toEqual({ label: 'Dominance', words: 'D 71' })
    expect(found.get('core.first')).toEqual({ label: 'Freedom', words: 'Core, first' })
    expect(found.get('quality.outcome')?.words).toBe('Interpret with caution')
    expect(found.has('focus.stability')).toBe(false)
  })
})
