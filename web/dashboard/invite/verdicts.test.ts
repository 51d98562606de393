import { describe, expect, test } from 'vitest'
import { readNational } from '../../../src/lists/number-plans.ts'
import type { ImportOutcome } from '../client/types.ts'
import type { DeliveryMode } from '../words/delivery.ts'
import { mergeAnswers } from './check-result.ts'
import { type ListedPerson, mergeDuplicates } from './merge-duplicates.ts'
import { parseList } from './read-list.ts'
import { settlePhones } from './settle-phones.ts'
import { countVerdicts, tallyText } from './tally.ts'
import { listVerdict, problemText } from './verdicts.ts'

const outcome = (fields: Partial<ImportOutcome>): ImportOutcome => ({
  row: 1,
  status: 'new',
  profileId: null,
  channel: null,
  isInvited: null,
  sameAs: null,
  fields: null,
  param: null,
  message: null,
  ...fields,
})
const joined = (text: string) => mergeDuplicates(parseList(text).entries)

describe('joinSame', () => {
  test('joins lines with one address, whichever has the name, the phone and the capitals', () => {
    expect(
      joined('priya@x.test\nben@x.test\nPRIYA@x.test, Priya Nair\npriya@x.test, +49 151 1234567'),
    ).toEqual([
      {
        lines: [1, 3, 4],
        person: { email: 'priya@x.test', phone: '+49 151 1234567', firstName: 'Priya', lastName: 'Nair' },
      },
      { lines: [2], person: { email: 'ben@x.test' } },
    ])
    expect(joined('+49 151 1234567, Jo\n0049-151-1234567')).toMatchObject([{ lines: [1, 2] }])
  })

  test('keeps lines separate that share a phone and differ in the email, and lines that can’t be read', () => {
    expect(
      joined('a@x.test, +49151123456\nb@x.test, +49151123456\nNobody\nNobody').map(({ lines }) => lines),
    ).toEqual([[1], [2], [3], [4]])
  })
})

describe('putTogether', () => {
  const part = (
    results: Partial<ImportOutcome>[],
    profilesAfter: number,
    profileLimit: number | null = null,
  ) => ({
    results: results.map((fields, at) => outcome({ row: at + 1, ...fields })),
    profilesAfter,
    profileLimit,
    newTags: ['Sales'],
  })

  test('counts profiles against the limit across all parts', () => {
    const { outcomes, before, limit, newTags } = mergeAnswers([
      part([{}, {}], 49, 50),
      part([{}, {}], 49, 50),
    ])
    expect([before, limit, newTags]).toEqual([47, 50, ['Sales']])
    expect(outcomes.map(({ row, status }) => [row, status])).toEqual([
      [1, 'new'],
      [2, 'new'],
      [3, 'new'],
      [4, 'over_cap'],
    ])
  })

  test('matches a person in a later part by another address, and numbers rows across parts', () => {
    const { outcomes } = mergeAnswers([
      part([{ status: 'standing', profileId: 'p' }], 1),
      part(
        [
          { status: 'standing', profileId: 'p' },
          { status: 'repeated', sameAs: 1 },
        ],
        1,
      ),
    ])
    expect(outcomes.map(({ status, sameAs }) => [status, sameAs])).toEqual([
      ['standing', null],
      ['repeated', 1],
      ['repeated', 2],
    ])
  })
})

describe('verdictOf', () => {
  const say = (
    text: string,
    fields?: Partial<ImportOutcome>,
    choices: Partial<Parameters<typeof listVerdict>[2]> = {},
  ) => {
    const listed = joined(text).at(-1) as ListedPerson
    const known = fields && outcome(fields)
    return listVerdict(listed, known, { way: 'given', again: true, ...choices }, () => [3])
  }

  test.each([
    ['amara@x.test, Amara', {}, 'sends', 'New, by email'],
    ['+4915112345678', {}, 'sends', 'New, by SMS'],
    ['a@x.test\na@x.test', {}, 'sends', 'New, by email. Two lines joined'],
    ['a@x.test', { status: 'standing', isInvited: true }, 'sends', 'Already invited: resend by email'],
    [
      'a@x.test',
      { status: 'standing', isInvited: false },
      'sends',
      'Already here, not invited yet: by email',
    ],
    ['a@x.test', { status: 'completed' }, 'left', 'Skipped: already completed'],
    ['a@x.test', { status: 'repeated', sameAs: 1 }, 'left', 'The same person as in line 3, left out'],
    ['a@x.test', { status: 'over_cap' }, 'wrong', 'No room left in the trial'],
    [
      'x@x.test\nsven@x',
      { status: 'invalid', param: 'email' },
      'wrong',
      'Line 2: this email address looks incomplete',
    ],
    ['@x.test', { status: 'invalid', param: 'email' }, 'wrong', 'Line 1: nothing comes before the @'],
    ['0151 234567', { status: 'invalid', param: 'phone' }, 'wrong', expect.stringContaining('country code')],
    [
      'a@x.test, +49151123456',
      { status: 'invalid', param: 'phone', message: 'The email and the phone belong to two.' },
      'wrong',
      'Line 1: the email and the phone belong to two',
    ],
  ] as const)('%s with %o', (text, fields, kind, words) => {
    expect(say(text, fields)).toEqual({ kind, words })
  })

  test('uses the chosen channel, and skips existing people if chosen', () => {
    expect(say('a@x.test', {}, { way: 'sms' })).toEqual({
      kind: 'adds',
      words: 'New, only added: no phone number',
    })
    expect(say('a@x.test, +49151123456', {}, { way: 'sms' }).words).toBe('New, by SMS')
    expect(say('a@x.test', { status: 'standing', isInvited: true }, { again: false }).kind).toBe('left')
    expect(say('a@x.test', { status: 'standing', isInvited: false }, { again: false }).kind).toBe('sends')
    expect(say('+49151123456', { status: 'standing' }, { way: 'email' }).kind).toBe('left')
  })

  test('says that a number is left out, and never blocks the email because of it', () => {
    const said = (text: string, way: DeliveryMode, fields: Partial<ImportOutcome> = {}) => {
      const { entries, counts } = settlePhones(parseList(text).entries, way)
      const listed = mergeDuplicates(entries)[0] as ListedPerson
      const { words } = listVerdict(listed, outcome(fields), { way, again: true }, () => [])
      return { words, phone: listed.person.phone, counts }
    }
    const none = { national: 0, read: 0, left: { country: 0, unreadable: 0 } }
    for (const way of ['given', 'email'] as const) {
      expect(said('Email,Mobile\na@x.test,0151 234567', way)).toEqual({
        words: 'New, by email. Phone left out: no country code',
        phone: undefined,
        counts: { national: 1, read: 0, left: { country: 1, unreadable: 0 } },
      })
    }
    expect(said('Email,Mobile\na@x.test,see list', 'given')).toMatchObject({
      words: 'New, by email. Phone left out: can’t be read',
      counts: { ...none, left: { country: 0, unreadable: 1 } },
    })
    expect(said('Email,Mobile\na@x.test,tel:+49 (0)151–234567', 'given')).toMatchObject({
      words: 'New, by email',
      counts: none,
    })
    const refused = { status: 'invalid', param: 'phone' } as const
    expect(said('Email,Mobile\na@x.test,0151 234567', 'sms', refused)).toEqual({
      words: 'Line 2: the number needs its country code, as in +49 151 12345678',
      phone: '0151 234567',
      counts: { ...none, national: 1 },
    })
    expect(said('Mobile,Email\nsee list,', 'given', refused).words).toBe(
      'Line 2: this is no whole phone number',
    )
    // The number of the other line is theirs.
    expect(said('Email,Mobile\na@x.test,0151 234567\na@x.test,+49151234567', 'given')).toMatchObject({
      words: 'New, by email. Two lines joined',
      phone: '+49151234567',
    })
  })

  test.each([
    ['DE', '0151 23450000', '+4915123450000'],
    ['DE', '151 23450000', '+4915123450000'],
    ['DE', '49 151 23450000', '+4915123450000'],
    ['US', '(415) 555-0132', '+14155550132'],
    ['FR', '06 12 34 56 78', '+33612345678'],
    ['IT', '06 1234 5678', '+390612345678'],
    ['DE', '12345', undefined],
    ['XX', '0151 23450000', undefined],
  ])('reads national numbers of %s: %s is %s', (country, text, number) => {
    expect(readNational(text, country)).toBe(number)
  })

  test('has the problem without the line too, for files with one row for each line', () => {
    const [nobody, some] = joined('Nobody\n@x.test') as [ListedPerson, ListedPerson]
    expect(problemText(nobody, undefined)).toBe('there is no email address or phone number')
    expect(problemText(some, outcome({ status: 'invalid', param: 'email' }))).toBe(
      'nothing comes before the @',
    )
    expect(problemText(some, outcome({ status: 'over_cap' }))).toBeUndefined()
  })

  test('shows unchecked rows as being checked', () => {
    expect(say('a@x.test')).toEqual({ kind: 'waits', words: 'Checking' })
    expect(say('Nobody')).toMatchObject({ kind: 'wrong' })
  })

  test('is summarized in one sentence for screen readers', () => {
    const verdicts = [say('a@x.test', {}), say('b@x.test', { status: 'completed' }), say('Nobody')]
    expect(
      tallyText(countVerdicts(verdicts, [outcome({}), outcome({ status: 'completed' }), undefined])),
    ).toBe('1 invite, 1 new, 1 left out, 1 to correct.')
    // Someone who was only added gets an invite, not another one.
    const known = [true, false].map((isInvited) => outcome({ status: 'standing', isInvited }))
    const both = known.map((one) => say('a@x.test', one))
    expect(tallyText(countVerdicts(both, known))).toBe('2 invites, 0 new, 1 resent.')
  })
})
