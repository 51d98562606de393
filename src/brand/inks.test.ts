import { describe, expect, test } from 'vitest'
import { brandInks } from './inks.ts'
import { contrast, hexOf, oklchOf } from './oklch.ts'

const off = (one: string, other: string) =>
  Math.max(...[1, 3, 5].map((at) => Math.abs(parse(one, at) - parse(other, at))))
const parse = (hex: string, at: number) => Number.parseInt(hex.slice(at, at + 2), 16)

describe('brandInks', () => {
  test.each([
    ['#ffd400', '#7f6900', '#f2d777'],
    ['#e4002b', '#b74443', '#e4847e'],
    ['#0b2a6b', '#0b2a6b', '#779fea'],
  ])('%s becomes %s and %s, as in the design', (color, light, dark) => {
    const inks = brandInks(color)
    expect(off(inks.light.ink, light)).toBeLessThanOrEqual(1)
    expect(off(inks.dark.ink, dark)).toBeLessThanOrEqual(1)
  })

  test('every color of a fine grid is readable on every background, and text on it is readable', () => {
    const shares = ['00', '33', '66', '99', 'cc', 'ff']
    for (const red of shares)
      for (const green of shares)
        for (const blue of shares) {
          const color = `#${red}${green}${blue}`
          const { light, dark } = brandInks(color)
          for (const hex of Object.values({ ...light, ...dark })) expect(hex).toMatch(/^#[0-9a-f]{6}$/)
          const paper = [contrast(light.ink, '#f5f7f4'), contrast(dark.ink, '#0f1412')]
          const words = [contrast(light.onInk, light.ink), contrast(dark.onInk, dark.ink)]
          const wells = [contrast(light.ink, '#e9ede8'), contrast(dark.ink, '#222a26')]
          const muted = [contrast('#535e57', light.wash), contrast('#9faba3', dark.wash)]
          expect(Math.min(...paper, ...words, ...wells, ...muted), color).toBeGreaterThanOrEqual(4.5)
        }
  })
})

test('a color converts to OKLCH and back', () => {
  for (const hex of ['#000000', '#ffffff', '#808080', '#ffd400', '#0b2a6b', '#6b2a5e']) {
    expect(off(hexOf(oklchOf(hex)), hex), hex).toBeLessThanOrEqual(1)
  }
  expect(oklchOf('#ff0000')).toMatchObject({ l: expect.closeTo(0.628, 3), c: expect.closeTo(0.2577, 3) })
})
