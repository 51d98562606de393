import { expect, test } from 'vitest'
import type { Profile } from '../client/types.ts'
import { byteOrderMark } from '../ui/csv.ts'
import { peopleCsvHead, peopleCsvRow } from './csv.ts'

const person = {
  id: 'p1',
  firstName: 'Noor',
  lastName: 'Okafor',
  email: 'noor@northwind.test',
  phone: null,
  locale: 'en',
  customIds: ['hr-1', 'hr-2'],
  tags: [
    { id: 't', label: 'Leads', color: 'emerald' },
    { id: 'u', label: 'Design, "new"', color: 'blue' },
  ],
  state: 'active',
  attempt: 1,
  isCompleted: true,
  dateStarted: null,
  dateCompleted: '2026-11-18T10:00:00.000Z',
  quality: { outcome: 'ok', reasons: [], notes: [] },
  disc: { style: 'DI', d: 71, i: 60, s: 30, c: 20 },
  core: null,
  focus: { stability: { score: 40, level: 'low', facets: { resilience: { score: 7, level: 'veryLow' } } } },
} as unknown as Profile

const whole = { flexibility: {}, organization: {}, communication: {}, understanding: {}, ...person.focus }
const filled = Object.fromEntries(
  Object.entries(whole).map(([trait, one]) => [trait, { score: 50, facets: {}, ...one }]),
)
const cells = (profile: Partial<Profile>) => {
  const names = peopleCsvHead().trim().split(',')
  const row = peopleCsvRow({ ...person, focus: filled as never, tags: [], ...profile })
  return Object.fromEntries(names.map((name, index) => [name, row.slice(0, -2).split(',')[index]]))
}

test('writes a line per person with a cell for each column: names, tags, all scores', () => {
  expect(byteOrderMark).toBe('\uFEFF')
  expect(peopleCsvHead().split(',')).toHaveLength(59)
  expect(peopleCsvHead().endsWith('\r\n')).toBe(true)
  expect(cells({})).toMatchObject({
    id: 'p1',
    customIds: 'hr-1; hr-2',
    dateStarted: '',
    'disc.style': 'DI',
    'disc.d': '71',
    'core.first': '',
    'focus.stability': '40',
    'focus.stability.resilience': '7',
    'focus.flexibility': '50',
  })
  expect(cells({ focus: null })['focus.stability']).toBe('')
})

test('quotes commas, quotes and line breaks as in RFC 4180', () => {
  expect(peopleCsvRow({ ...person, focus: null })).toContain(',"Leads; Design, ""new""",active,')
  expect(peopleCsvRow({ ...person, focus: null, lastName: 'A\r\nB' })).toContain(',"A\r\nB",')
})

test('escapes formulas in cells', () => {
  for (const name of ['=1+1', '+49 30', '-2', '@sum', '\t=1', '  =1', '\r=1', '＝1+1', '"=1'])
    expect(cells({ lastName: name }).lastName?.replace(/^"/, '')).toMatch(/^'/)
  expect(cells({ lastName: 'Okafor;=1' }).lastName).toBe("Okafor;'=1")
  expect(cells({ customIds: ['a', '=1'] }).customIds).toBe("a; '=1")
  expect(cells({ lastName: 'O-Brien' }).lastName).toBe('O-Brien')
  expect(cells({ phone: '+4930123' }).phone).toBe("'+4930123")
})
