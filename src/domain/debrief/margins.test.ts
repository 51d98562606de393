import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { locales } from '../../contract/locale.ts'
import { composeByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'
import type { Piece } from './pieces/piece.ts'
import { samplePeople } from './sample.ts'
import { debriefTexts } from './texts.ts'

const ordinary = Array.from({ length: 40 }, (_, at) =>
  extractFacts(simulatedBasis(honestSheet(3000 + at), `p${at}`)),
)
const everyone = [...ordinary, ...samplePeople.map(({ facts }) => facts)]
const hedge = /\b(probably|may well|seems?)\b/i

describe.each(locales)('how certain a section is, in %s', (locale) => {
  const margins = new Set(Object.values(debriefTexts(locale).margins))
  const sections = everyone.flatMap((facts) =>
    composeByRules({ facts, locale }).map(({ id, pieces }) => ({ id, pieces, quality: facts.quality })),
  )

  test('is said once, before all that is uncertain, and after all that is certain', () => {
    const marked = sections.filter(({ pieces }) => pieces.some(isMargin))
    expect(marked.length).toBeGreaterThan(10)
    for (const { pieces } of marked) {
      const at = pieces.findIndex(isMargin)
      expect(margins).toContain(pieces[at]?.text)
      expect(pieces.filter(isMargin)).toHaveLength(1)
      expect(pieces.slice(0, at).filter(({ sure }) => sure === false)).toEqual([])
      expect(pieces.slice(at + 1).filter(({ sure }) => sure !== false)).toEqual([])
      expect(pieces.slice(at + 1).length).toBeGreaterThan(1)
      const later = new Set(pieces.slice(at + 1).flatMap(({ evidence }) => evidence))
      expect(new Set(pieces[at]?.evidence)).toEqual(later)
    }
  })
})

test('an uncertain sentence has a hedge or comes after one for the section, and headlines have their own', () => {
  for (const facts of everyone) {
    for (const { id, pieces } of composeByRules({ facts, locale: 'en' })) {
      const at = pieces.findIndex(isMargin)
      if (id === 'overview' || facts.quality === 'invalid') expect(at).toBe(-1)
      const before = pieces.filter((piece, place) => piece.sure === false && (at < 0 || place < at))
      expect(before.filter(({ text }) => !hedge.test(text))).toEqual([])
    }
  }
})

function isMargin({ group }: Piece): boolean {
  return group === 'margin'
}
