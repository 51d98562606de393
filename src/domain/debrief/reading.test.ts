import { describe, expect, test } from 'vitest'
import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import { locales } from '../../contract/locale.ts'
import { composeByRules } from './by-rules.ts'
import { extractFacts } from './facts.ts'
import { areOpposites } from './findings/claims.ts'
import type { Piece } from './pieces/piece.ts'
import { samplePeople } from './sample.ts'

const ordinary = Array.from({ length: 60 }, (_, at) =>
  extractFacts(simulatedBasis(honestSheet(3000 + at), `p${at}`)),
)
const everyone = [...ordinary, ...samplePeople.map(({ facts }) => facts)]
const read = ordinary.map((facts) => composeByRules({ facts, locale: 'en' }))
const hedge = /\b(probably|may well|seems?)\b/i

test('an uncertain statement hedges for itself', () => {
  for (const facts of everyone) {
    const pieces = composeByRules({ facts, locale: 'en' }).flatMap((section) => section.pieces)
    expect(pieces.filter(({ sure, text }) => sure === false && !hedge.test(text))).toEqual([])
  }
})

test('most statements are certain, because a text leaves out uncertain ones where it has others', () => {
  const clear = ordinary.filter(({ quality }) => quality === 'ok')
  const statements = clear
    .flatMap((facts) => composeByRules({ facts, locale: 'en' }))
    .flatMap(({ pieces }) => pieces)
    .filter(({ sure }) => sure !== undefined)
  const uncertain = statements.filter(({ sure }) => sure === false)
  expect(uncertain.length / statements.length).toBeLessThan(0.25)
})

describe('a reader stumbles over', () => {
  test('no fixed sentence on the style that a statement denies', () => {
    const denied = read.flatMap((sections) => {
      const pieces = sections.flatMap((section) => section.pieces)
      return pieces
        .filter(({ section, denies }) => section === 'pressure' && denies.length > 0)
        .filter(({ denies }) => pieces.some(({ says, group }) => group !== 'relation' && meet(says, denies)))
    })
    expect(denied).toEqual([])
  })
  test('hardly any claim next to its denial', () => {
    const pairs = read.reduce((sum, sections) => {
      const statements = sections.flatMap(({ pieces }) => pieces).filter(({ says }) => says.length > 0)
      return (
        sum + statements.filter((one) => statements.some((other) => isOpposed(one, other, statements))).length
      )
    }, 0)
    // Of some 800 statements; what is left is among headlines, values and pairs.
    expect(pairs).toBeLessThan(20)
  })
  test('no point that is made in two places and asked about', () => {
    for (const sections of read) {
      const pieces = sections.flatMap(({ pieces }) => pieces)
      for (const { evidence } of pieces.filter(({ group }) => group === 'ask')) {
        for (const id of evidence.filter((one) => one.includes('.facets.'))) {
          const said = pieces.filter(({ says, evidence: ids }) => says.length > 0 && ids.includes(id))
          expect(said.length, id).toBeLessThan(2)
        }
      }
    }
  })
  test('no more than three shortcomings under pressure', () => {
    for (const sections of read) {
      const pressure = sections.find(({ id }) => id === 'pressure')?.pieces ?? []
      expect(pressure.length).toBeGreaterThan(0)
      expect(pressure.filter(({ isHard }) => isHard).length).toBeLessThanOrEqual(3)
    }
  })
})

test('a text begins with a strength or with what goes together, if a strength is certain', () => {
  for (const facts of ordinary) {
    const pieces = composeByRules({ facts, locale: 'en' }).flatMap((section) => section.pieces)
    const [first] = pieces.filter(({ group }) => group === 'headline')
    if (!first || first.says.length === 0) continue
    const hasStrength = pieces.some(
      ({ says, sure }) => sure && says.length > 0 && says.every((side) => side.endsWith('.high')),
    )
    if (hasStrength)
      expect(
        first.says.some((side) => side.endsWith('.high')),
        first.text,
      ).toBe(true)
  }
})

test.each(locales)('the same statements are made in %s', (locale) => {
  for (const facts of ordinary.slice(0, 5)) {
    const evidence = (language: typeof locale) =>
      composeByRules({ facts, locale: language }).map(({ pieces }) => pieces.map((piece) => piece.evidence))
    expect(evidence(locale)).toEqual(evidence('en'))
  }
})

function meet(some: readonly string[], others: readonly string[]): boolean {
  return some.some((side) => others.includes(side))
}

function isOpposed(one: Piece, other: Piece, statements: readonly Piece[]): boolean {
  return (
    one !== other &&
    one.says.some((side) =>
      other.says.some(
        (opposite) =>
          areOpposites(side, opposite) &&
          !statements.some(({ says }) => says.includes(side) && says.includes(opposite)),
      ),
    )
  )
}
