import { describe, expect, test } from 'vitest'
import { sanitizeName } from './sanitize.ts'

const shown = (name: string) => sanitizeName(name, 60)

describe('sanitizeName', () => {
  test.each([
    ['Noor el Amrani'],
    ['Jean-Luc O’Brien'],
    ['王秀英'],
    ['นภา'],
    ['علی\u200cرضا'],
    ['Dr. Ada King'],
    ['Northwind GmbH & Co. KG'],
  ])('keeps %s', (name) => expect(shown(name)).toBe(name))

  test('removes links from a name', () => {
    expect(shown('Click http://evil.example/a?b=c')).toBe('Click evil. example/a?b=c')
    expect(shown('HTTPS://evil.example')).toBe('evil. example')
    expect(shown('www.evil.example')).toBe('www. evil. example')
    expect(shown('hxxp:\\\\evil')).toBe('evil')
    expect(shown('ftp://http://evil')).toBe('evil')
    expect(shown('mail a@evil.example')).toBe('mail a @ evil. example')
    expect(shown('mailto:a@evil.example')).toBe('a @ evil. example')
  })

  test('breaks up hosts with ideographic full stops too', () => {
    expect(shown('evil。example')).toBe('evil。 example')
    expect(shown('evil．example')).toBe('evil． example')
  })

  test('forms no link out of what is left after removing parts', () => {
    expect(shown('ht\u200d\u200btp://evil.example')).not.toMatch(/:\/\/|\.\S/u)
    expect(shown('hthttp://tp://evil.example')).not.toMatch(/:\/\/|\.\S/u)
  })

  test('returns one line without control and direction marks', () => {
    expect(shown('Ada\r\nBcc: x\u0000')).toBe('Ada Bcc: x')
    expect(shown('Ada \u202etxt\u2066\u200b')).toBe('Ada txt')
    expect(shown('Ada\u2028King')).toBe('Ada King')
  })

  test('cuts at the limit, counted in characters', () => {
    expect(sanitizeName('a'.repeat(61), 60)).toBe(`${'a'.repeat(59)}…`)
    expect(sanitizeName('𠮷'.repeat(60), 60)).toBe('𠮷'.repeat(60))
    expect(Array.from(sanitizeName('𠮷'.repeat(5000), 60)).length).toBe(60)
  })

  // Quadratic work on a megabyte would exceed the test's timeout.
  test('handles a megabyte of hostile input', () => {
    for (const text of ['http://a.'.repeat(110_000), 'a'.repeat(1_000_000), ':/'.repeat(500_000)]) {
      expect(shown(text).length).toBeGreaterThan(0)
    }
  })
})
