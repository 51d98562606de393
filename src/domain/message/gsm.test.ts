import { describe, expect, test } from 'vitest'
import { isGsm, segmentsOf, toGsm } from './gsm.ts'

describe('segmentsOf', () => {
  test.each([
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    // Each is escaped.
    ['€'.repeat(80), 1],
    ['€'.repeat(81), 2],
    ['田'.repeat(70), 1],
    ['田'.repeat(71), 2],
    [`č${'a'.repeat(70)}`, 2],
  ])('%#', (text, segments) => {
    expect(segmentsOf(text)).toBe(segments)
  })
})

describe('toGsm', () => {
  test.each([
    ['Škoda’s “Čapek” – Łódź…', `Skoda's "Capek" - Lodz...`],
    ['Åkesson & Søn', 'Åkesson & Søn'],
    ['株式会社', '株式会社'],
    ['ﬁrst', 'first'],
  ])('%s', (text, near) => {
    expect(toGsm(text)).toBe(near)
  })

  test('leaves every character of the alphabet unchanged', () => {
    const text = '@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ{}[]~|€^\\'
    expect(isGsm(text)).toBe(true)
    expect(toGsm(text)).toBe(text)
  })
})
