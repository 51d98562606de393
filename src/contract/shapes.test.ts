import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  EmailAddress,
  idList,
  PageNumber,
  PageSize,
  PersonName,
  PhoneNumber,
  PublicId,
  TimeInput,
} from './shapes.ts'

describe('EmailAddress', () => {
  test.each([
    ['ada@example.com', 'ada@example.com'],
    ['  Ada.Lovelace@Example.COM ', 'ada.lovelace@example.com'],
    ['ada+tag@example.co.uk', 'ada+tag@example.co.uk'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['ada@münchen.de', 'ada@xn--mnchen-3ya.de'],
    ['ada@例え.jp', 'ada@xn--r8jz45g.jp'],
    [`${'a'.repeat(64)}@example.com`, `${'a'.repeat(64)}@example.com`],
  ])('reads %s', (input, folded) => expect(EmailAddress.parse(input)).toBe(folded))

  test.each([
    [''],
    ['ada'],
    ['@example.com'],
    ['ada@'],
    ['ada@localhost'],
    ['ada@example'],
    ['ada@@example.com'],
    ['ada@b@example.com'],
    ['.ada@example.com'],
    ['ada.@example.com'],
    ['a..da@example.com'],
    ['ada lovelace@example.com'],
    ['"ada"@example.com'],
    ['ada@[127.0.0.1]'],
    ['ada@127.0.0.1'],
    ['ada@-example.com'],
    ['ada@example.com.'],
    ['ada@exam ple.com'],
    ['ada@example.com\nBcc: eve@example.com'],
    ['Ada <ada@example.com>'],
    ['ada\u200b@example.com'],
    ['ada\u202e@example.com'],
    [`${'a'.repeat(65)}@example.com`],
    [`ada@${'a.'.repeat(130)}com`],
  ])('refuses %j', (input) => expect(EmailAddress.safeParse(input).success).toBe(false))

  test('folding twice changes nothing', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (input) => {
        const read = EmailAddress.safeParse(input)
        if (read.success) expect(EmailAddress.parse(read.data)).toBe(read.data)
      }),
    )
  })
})

describe('PhoneNumber', () => {
  test.each([['+4915112345678'], ['+1234567'], ['+123456789012345']])('reads %s', (input) =>
    expect(PhoneNumber.parse(input)).toBe(input),
  )
  test.each([
    ['015112345678'],
    ['+0123456789'],
    ['+123456'],
    ['+1234567890123456'],
    ['+49 151 12345678'],
    ['+49151123456ab'],
    ['+٤٩١٥١١٢٣٤٥٦'],
    ['+4915112345678\n'],
  ])('refuses %j', (input) => expect(PhoneNumber.safeParse(input).success).toBe(false))
})

describe('PersonName', () => {
  test.each([
    ['  Noor ', 'Noor'],
    ['Jean-Luc O’Brien', 'Jean-Luc O’Brien'],
    ['Zoe\u0308', 'Zoë'],
    ['علی\u200cرضا', 'علی\u200cرضا'],
    ['👩\u200d🚀', '👩\u200d🚀'],
    ['陈思远', '陈思远'],
    ['', ''],
  ])('keeps %j as %j', (input, kept) => expect(PersonName.parse(input)).toBe(kept))

  test.each([
    ['a right-to-left override', 'Ada\u202egnp.exe', 'Adagnp.exe'],
    ['an isolate', '\u2066Ada\u2069', 'Ada'],
    ['direction marks', '\u200eAda\u200f\u061c', 'Ada'],
    ['a zero-width space', 'A\u200bda', 'Ada'],
    ['a word joiner and a byte order mark', '\ufeffA\u2060da', 'Ada'],
  ])('removes %s', (_, input, kept) => expect(PersonName.parse(input)).toBe(kept))

  test.each([
    ['a line break', 'Ada\nBcc: eve@example.com'],
    ['a carriage return', 'Ada\rEve'],
    ['a tab', 'Ada\tEve'],
    ['an escape', 'Ada\u001b[31m'],
    ['a control character of the second block', 'Ada\u0085Eve'],
    ['a line separator', 'Ada\u2028Eve'],
    ['101 characters', 'a'.repeat(101)],
  ])('refuses %s', (_, input) => expect(PersonName.safeParse(input).success).toBe(false))
})

describe('TimeInput', () => {
  test.each([
    ['2026-11-21T09:00:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00Z', '2026-11-21T09:00:00.000Z'],
    ['2026-11-21T09:00:00.123456Z', '2026-11-21T09:00:00.123Z'],
    ['2026-11-21T09:00:00+02:00', '2026-11-21T07:00:00.000Z'],
    ['2026-11-21T00:30:00+0100', '2026-11-20T23:30:00.000Z'],
    ['2026-11-21', '2026-11-21T00:00:00.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('reads %s', (input, time) => expect(TimeInput.parse(input)).toBe(time))

  test.each([
    ['2026-11-21T09:00:00'],
    ['2026-02-30'],
    ['2025-02-29T00:00:00Z'],
    ['2026-13-01'],
    ['2026-11-21T25:00:00Z'],
    ['2026-11-21T09:00:00+99:00'],
    ['1899-12-31'],
    ['yesterday'],
    ['1763715600'],
    ['2026-11-21 09:00:00Z'],
    ['+002026-11-21'],
    [''],
  ])('refuses %j', (input) => expect(TimeInput.safeParse(input).success).toBe(false))
})

describe('ids and pages', () => {
  test('an id is 24 lower-case hex characters', () => {
    expect(PublicId.safeParse('0123456789abcdef01234567').success).toBe(true)
    for (const wrong of ['0123456789ABCDEF01234567', '0123456789abcdef0123456', 'g'.repeat(24), '']) {
      expect(PublicId.safeParse(wrong).success).toBe(false)
    }
    expect(PublicId.safeParse(`${'a'.repeat(24)}\n`).success).toBe(false)
  })

  test('duplicate ids collapse, but count towards the limit', () => {
    const id = 'a'.repeat(24)
    expect(idList(2).parse([id, id])).toEqual([id])
    expect(idList(2).safeParse([id, id, id]).success).toBe(false)
  })

  test('a page has 1 to 100 entries, 10 by default', () => {
    expect([PageSize.parse(undefined), PageNumber.parse(undefined)]).toEqual([10, 1])
    for (const wrong of [0, 101, 1.5, '10']) expect(PageSize.safeParse(wrong).success).toBe(false)
    expect(PageNumber.safeParse(0).success).toBe(false)
  })
})
