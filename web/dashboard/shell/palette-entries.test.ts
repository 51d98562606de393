import { afterAll, expect, test, vi } from 'vitest'

vi.hoisted(() => vi.stubGlobal('document', { getElementById: () => null, documentElement: { lang: 'en' } }))
afterAll(() => vi.unstubAllGlobals())

const { matchingEntries, pagesAndActions } = await import('./palette-entries.ts')

const people = [{ id: 'a'.repeat(24), firstName: null, lastName: null, email: 'x@y.test', phone: null }]
const tags = [{ id: 'b'.repeat(24), label: 'Équipe' }]

test('an empty query finds pages and actions only', () => {
  const entries = pagesAndActions(() => true)
  expect(matchingEntries('', { people: [], tags, entries })).toEqual(entries)
})

test('a tag is found without accents, and links to its people', () => {
  expect(matchingEntries('equ', { people: [], tags, entries: [] })).toEqual([
    expect.objectContaining({ note: 'Tag', to: '/people', search: { tagIds: [tags[0]?.id] } }),
  ])
})

test('a person without a name is shown by address', () => {
  expect(matchingEntries('x', { people, tags: [], entries: [] })[0]?.label).toBe('x@y.test')
})

test('entries without permission are hidden', () => {
  const labels = pagesAndActions(() => false).map(({ label }) => label)
  expect(labels).not.toContain('Invite people')
  expect(labels).not.toContain('Tags')
  expect(labels).not.toContain('Access')
  expect(labels).toContain('Sessions')
})

test('coaches find the pages about their people, and their own', () => {
  const labels = pagesAndActions(() => true, true).map(({ label }) => label)
  expect(labels).toEqual(expect.arrayContaining(['People', 'Teams', 'Members', 'Passkeys']))
  expect(labels.filter((label) => /API|Campaigns|Settings|Tags|Audit/.test(label))).toEqual([])
})

test('an export is found where it is, and the trial where it is shown', () => {
  const entries = pagesAndActions(() => true)
  const labels = (text: string) =>
    matchingEntries(text, { people: [], tags: [], entries }).map(({ label }) => label)
  expect(labels('export')).toEqual(expect.arrayContaining(['People', 'This account']))
  expect(labels('trial')).toContain('Usage')
})

test('names that start with the query come first, then other words, then other matches', () => {
  const called = (id: string, firstName: string, lastName: string) => ({
    ...people[0],
    id,
    firstName,
    lastName,
  })
  const found = [
    { ...people[0], id: 'c' },
    called('p', 'Pavel', 'Černoch'),
    called('v', 'Pavel', 'Novák'),
    called('n', 'Noor', 'Okafor'),
    called('o', 'Sinéad', "O'Nolan"),
  ] as never
  const tags = [
    { id: 't', label: 'Techno' },
    { id: 'u', label: 'Go north' },
  ]
  const labels = (text: string) =>
    matchingEntries(text, { people: found, tags, entries: [] }).map(({ label }) => label)
  expect(labels('no')).toEqual([
    'Noor Okafor',
    'Pavel Novák',
    "Sinéad O'Nolan",
    'Pavel Černoch',
    'Go north',
    'Techno',
    'x@y.test',
  ])
  expect(labels('noor ok')[0]).toBe('Noor Okafor')
})

test('letters are the same as those that the service finds, and a name that has them is exact', () => {
  const found = {
    people: [
      { ...people[0], id: 'z', firstName: 'Zoe', lastName: 'Stramm' },
      { ...people[0], id: 'k', firstName: 'Karl', lastName: 'Strauß' },
    ],
    campaigns: [
      { id: 'g', name: 'Équipe Größe' },
      { id: 'l', name: 'Łódź Œuvre' },
      { id: 'w', name: '2026年Ｑ１' },
      { id: 's', name: '김민준 캠페인' },
    ],
    tags: [{ id: 't', label: 'Straße' }],
    entries: [],
  } as never
  const keys = (text: string) => matchingEntries(text, found).map(({ key }) => key)
  expect(keys('strauss')).toEqual(['k', 'z'])
  expect(keys('strasse')[0]).toBe('t')
  for (const [text, id] of [
    ['grosse', 'g'],
    ['GRÖSSE', 'g'],
    ['lodz', 'l'],
    ['oeuvre', 'l'],
    ['q1', 'w'],
    // While the second syllable is typed.
    ['김미', 's'],
  ] as const)
    expect(keys(text)[0], text).toBe(id)
})

test('members, campaigns and saved teams are found by name, before people who are only similar', () => {
  const found = {
    people: [
      { id: 'e', firstName: 'Elif', lastName: 'Kaya', email: 'elif@north.test', phone: '+4915112345678' },
    ],
    members: [
      { id: 'm', email: 'maya@northwind.test', name: null },
      { id: 'n', email: 'ada@northwind.test', name: 'Ada Osei' },
    ],
    campaigns: [{ id: 'c', name: 'Autumn round' }],
    savedTeams: [{ id: 's', name: 'Research core' }],
    tags: [],
    entries: [],
    accountId: 'a',
  }
  const labels = (text: string) => matchingEntries(text, found).map(({ label }) => label)
  expect(labels('maya')).toEqual(['maya@northwind.test', 'Elif Kaya'])
  expect(matchingEntries('maya', found)[0]).toMatchObject({
    note: 'Member',
    href: expect.stringMatching(/\/members\?account=a#member-m$/),
  })
  expect(labels('osei')[0]).toBe('Ada Osei')
  expect(labels('ada@north')[0]).toBe('Ada Osei')
  expect(matchingEntries('autumn', found)[0]).toMatchObject({
    label: 'Autumn round',
    note: 'Campaign',
    to: '/campaigns/c',
  })
  expect(matchingEntries('core', found)[0]).toMatchObject({
    label: 'Research core',
    note: 'Saved team',
    to: '/teams',
    search: { savedTeamIds: ['s'] },
  })
  const pages = { ...found, entries: [{ key: 'k', label: 'North pages', note: 'Page' }] }
  const order = (text: string) => matchingEntries(text, pages).map(({ key }) => key)
  // By name in the other order, by address, domain and number: these matches are exact.
  for (const text of ['kaya elif', 'elif@north', '@north', '0151 1234'])
    expect(order(text)[0], text).toBe('e')
  expect(matchingEntries('', { ...found, people: [] })).toEqual([])
})

test('each page and part of the settings is found by the words that people use', () => {
  const entries = pagesAndActions(() => true)
  const found = (text: string) =>
    matchingEntries(text, { people: [], tags: [], entries }).map(({ to, hash, href }) =>
      to === undefined ? href?.replace(/^.*\//, '') : hash ? `${to}#${hash}` : to,
    )
  expect(found('connections')[0]).toBe('/settings/connections')
  expect(found('zapier')[0]).toBe('/settings/connections')
  expect(found('n8n')).toContain('/settings/connections')
  expect(found('sender')[0]).toBe('/settings/sender')
  expect(found('sender')).toContain('/settings#emails')
  expect(found('logo')).toEqual(['/settings#logo'])
  expect(found('reminders')[0]).toBe('/settings#reminders')
  expect(found('language')[0]).toBe('/settings#language')
  expect(found('time zone')).toEqual(['/settings#language'])
  expect(found('sso')).toEqual(['company'])
  expect(found('gdpr')).toEqual(['/settings#retention'])
  expect(found('csv')).toEqual(['/invite'])
  expect(found('users')).toEqual(['members'])
  expect(found('nothing of the kind')).toEqual([])
})

test('of many matching people, the closest seven are shown', () => {
  const many = [...'abcdefghi'].map((id) => ({
    id,
    firstName: 'Juno',
    lastName: null,
    email: null,
    phone: null,
  }))
  const noor = { id: 'n', firstName: 'Noor', lastName: null, email: null, phone: null }
  const found = matchingEntries('no', { people: [...many, noor], tags: [], entries: [] })
  expect([found.length, found[0]?.label]).toEqual([7, 'Noor'])
})
