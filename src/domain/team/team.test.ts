import { beforeAll, describe, expect, test } from 'vitest'
import { readDebriefWords, wordsFound } from '../../content/debrief-words.ts'
import { teamTexts } from '../../content/team.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import { seededRandom } from '../../scoring/random.ts'
import { teamAgenda } from './agenda.ts'
import { simulatedTeam } from './sample.ts'
import { buildTeam } from './team.ts'

/** People are simulated once for all languages. */
const simulated = new Map<string, ReturnType<typeof simulatedTeam>>()

function teamOf(count: number, seed: number, locale: Locale = 'en', only?: string[]) {
  const key = JSON.stringify([count, seed, only])
  const team = simulated.get(key) ?? simulatedTeam(count, seed, only)
  simulated.set(key, team)
  return buildTeam({ ...team, locale })
}

/** A team whose Focus scores are those of one person plus measurement error. */
function equalTeam(count: number, seed: number) {
  const random = seededRandom(seed)
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
  const team = simulatedTeam(count, seed, ['focus'])
  type Scale = { t: number; sem: number; facets?: Record<string, Scale> }
  const [first] = team.results as { result: Record<string, Scale> }[]
  const moved = ({ t, sem, facets, ...rest }: Scale): Scale => ({
    ...rest,
    t: t + sem * normal(),
    sem,
    ...(facets && {
      facets: Object.fromEntries(Object.entries(facets).map(([key, one]) => [key, moved(one)])),
    }),
  })
  const results = team.results.map((row) => ({
    ...row,
    result: Object.fromEntries(Object.entries(first?.result ?? {}).map(([key, one]) => [key, moved(one)])),
  }))
  return { ...team, results }
}

describe('differences', () => {
  const rarely = 'are rarely shown for people who differ only by measurement error'
  const expectRare = (count: number) => {
    const teams = Array.from({ length: count }, (_, at) =>
      buildTeam({ ...equalTeam(2 + (at % 9), at + 1), locale: 'en' }),
    )
    expect(teams.filter(({ differences }) => differences.length > 0).length).toBeLessThanOrEqual(0.15 * count)
  }
  test(rarely, () => expectRare(20))
  test(`${rarely}, in eighty teams`, { tags: 'long' }, () => expectRare(80))

  test('are at most five, with the higher side at least a third of the range above the lower', () => {
    for (let seed = 0; seed < 30; seed += 1) {
      const { differences, people } = teamOf(2 + (seed % 3), 100 + seed * 10)
      expect(differences.length).toBeLessThanOrEqual(5)
      for (const { scale, low, high } of differences) {
        const tOf = (id: string | undefined) => {
          const focus = people.find((person) => person.id === id)?.focus ?? {}
          return (
            (focus[scale] ?? Object.values(focus).find(({ facets }) => facets?.[scale])?.facets?.[scale])
              ?.t ?? 0
          )
        }
        const [least, most] = [Math.min(...high.map(tOf)), Math.max(...low.map(tOf))]
        expect(least - most).toBeGreaterThan((tOf(high[0]) - tOf(low[0])) / 3 - 0.001)
      }
    }
  })

  test('name people by first name, where that tells them apart', () => {
    const { members, results } = simulatedTeam(3, 300)
    const named = (...own: [first: string | null, last: string | null, email?: string][]) => {
      const rows = members.map((one, at) => {
        const [firstName = null, lastName = null, email = null] = own[at] ?? []
        return { ...one, firstName, lastName, email }
      })
      return buildTeam({ members: rows, results, profileCount: 3, locale: 'en' }).differences[0]?.text
    }
    const sentence = named(['Ana', 'Silva'], ['Ben', 'Roy'], ['Cem', 'Kaya'])
    expect(sentence).toMatch(/^(Ana|Ben|Cem)( and (Ana|Ben|Cem))? probably leans? towards .*; (Ana|Ben|Cem) /)
    const called = [
      named(['Ana', 'Silva'], ['Ana', 'Roy'], ['ana', 'Kaya']),
      named(['佐藤', '美咲'], [null, null, 'ben.roy@northwind.test'], [null, null]),
    ]
    const [first, last] = [/^\S+/.exec(sentence ?? '')?.[0] ?? '', /; (\S+)/.exec(sentence ?? '')?.[1] ?? '']
    const whole = { Ana: 'Ana Silva', Ben: 'Ana Roy', Cem: 'ana Kaya' }
    const without = { Ana: '美咲 佐藤', Ben: 'ben.roy', Cem: 'Person 1 (no name)' }
    for (const [at, names] of [whole, without].entries())
      for (const one of [first, last] as (keyof typeof whole)[]) expect(called[at]).toContain(names[one])
  })

  test("omit what colleagues needn't know", () => {
    const scales = Array.from({ length: 60 }, (_, at) => teamOf(3, 300 + at * 4)).flatMap((team) =>
      team.differences.map(({ scale }) => scale),
    )
    expect(scales.length).toBeGreaterThan(60)
    expect(scales).not.toEqual(expect.arrayContaining(['optimism']))
    expect(scales.filter((scale) => ['optimism', 'integrity', 'selfControl'].includes(scale))).toEqual([])
  })
})

describe('working together', () => {
  test('is four to seven sentences for two to four people, each based on facts, without repetition', () => {
    for (let seed = 0; seed < 40; seed += 1) {
      const { together } = teamOf(2 + (seed % 3), 1000 + seed * 5)
      expect(together.length).toBeGreaterThanOrEqual(4)
      expect(together.length).toBeLessThanOrEqual(7)
      expect(together.filter(({ rests }) => rests.length === 0)).toEqual([])
      expect(new Set(together.map(({ text }) => text)).size).toBe(together.length)
    }
  })

  test('is empty for five people, and uses the results that exist', () => {
    expect(teamOf(5, 5).together).toEqual([])
    expect(teamOf(2, 5, 'en', ['core']).together).toHaveLength(1)
    expect(teamOf(3, 5, 'en', ['disc']).together.map(({ rests }) => rests)).toEqual([['disc'], ['disc']])
  })

  test('names first the people who are higher, with the verb in their number', () => {
    const ways = { trust: [/^.+ probably trusts at once/, /^.+ and .+ probably trust at once/] }
    const found = Array.from({ length: 60 }, (_, at) => teamOf(2 + (at % 2), 2000 + at * 5)).flatMap(
      ({ together, people }) =>
        together
          .filter(({ rests, text }) => rests[0] === 'trust' && text.includes('trust'))
          .map(({ text }) => ({ text, people })),
    )
    const scoreOf = (person: { focus: unknown }) =>
      (person.focus as { understanding: { facets: { trust: { t: number } } } }).understanding.facets.trust.t
    for (const { text, people } of found) {
      const placeOf = ({ name }: { name: string | null }) =>
        text.indexOf(/\p{sc=Han}/u.test(name ?? '') ? `${name}` : (name?.split(/ (?!José)/)[0] ?? ''))
      const highest = people.toSorted((one, other) => scoreOf(other) - scoreOf(one))[0]
      expect(highest && placeOf(highest), text).toBe(0)
      expect(text).toMatch(ways.trust[text.includes('trusts') ? 0 : 1] as RegExp)
    }
    expect(found.length).toBeGreaterThan(3)
  })
})

describe('questions to ask each other', () => {
  const pairs = Array.from({ length: 60 }, (_, at) => teamOf(2, 4000 + at * 3))

  test('are there for each difference beyond measurement error, at most four, and only then', () => {
    for (const { questions, differences } of pairs)
      expect(questions.map(({ scale }) => scale)).toEqual(differences.slice(0, 4).map(({ scale }) => scale))
    const counts = pairs.map(({ questions }) => questions.length)
    expect([counts.includes(0), counts.some((count) => count > 1)]).toEqual([true, true])
    const equal = Array.from({ length: 40 }, (_, at) => buildTeam({ ...equalTeam(2, at + 1), locale: 'en' }))
    expect(equal.filter(({ questions }) => questions.length > 0).length).toBeLessThanOrEqual(6)
  })

  test('name no one, are for two people only, and not for unreliable answers', () => {
    for (const { questions, people } of pairs)
      for (const { text } of questions) {
        expect(text).toMatch(/\?$/)
        expect(people.filter(({ name }) => name && text.includes(name))).toEqual([])
      }
    expect(teamOf(3, 300).differences.length).toBeGreaterThan(0)
    expect(teamOf(3, 300).questions).toEqual([])
    const at = pairs.findIndex(({ questions }) => questions.length > 0)
    const { members, ...team } = simulatedTeam(2, 4000 + at * 3)
    const [first, ...others] = members
    const unreliable = { ...first, quality: { outcome: 'invalid' } } as (typeof members)[number]
    expect(buildTeam({ ...team, members: [unreliable, ...others], locale: 'en' }).questions).toEqual([])
  })

  test.each(locales)('exist in %s for every scale that a difference can have', (locale) => {
    const { questions, facets, traits } = teamTexts(locale)
    expect(Object.keys(questions)).toEqual([...Object.keys(facets), ...Object.keys(traits)])
    for (const text of Object.values(questions)) expect(text).toMatch(/[?？か。]$/)
  })
})

describe('an agenda', () => {
  test('has 90 minutes, three exercises and facts, and names no one, in every language', () => {
    for (const locale of locales)
      for (const count of [2, 3, 8]) {
        const team = teamOf(count, 500 + count, locale)
        const agenda = teamAgenda(team)
        expect(agenda.plan.steps.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(agenda.minutes)
        expect(agenda).toMatchObject({ locale, minutes: 90, plan: { steps: { length: 5 } } })
        const text = JSON.stringify(agenda)
        expect(team.people.filter(({ name }) => name && text.includes(name))).toEqual([])
        expect(text).not.toMatch(/[{]\w+[}]/)
        expect(agenda.facts.length).toBeGreaterThanOrEqual(2)
      }
  })

  test('is about the largest difference, and without one about working together', () => {
    const team = teamOf(8, 508)
    const [first] = team.differences
    const { ways } = teamTexts('en').agenda
    expect(first).toBeDefined()
    expect(teamAgenda(team).plan.steps[2]?.lines[0]).toMatch(
      new RegExp(`^Topic: ${first?.label}. Some probably lean towards .*; others towards `),
    )
    const plain = teamAgenda({ ...team, differences: [] })
    expect(plain.plan.steps[2]?.lines[0]).toBe(ways.freeTopic)
    expect(plain.facts[1]?.lines).toEqual([{ label: null, text: teamTexts('en').page.noDifferences }])
  })

  test('says once how spread out the team is if it is the same on all traits, and how many have results', () => {
    const team = teamOf(8, 508)
    const traits = team.traits.map((one) => ({ ...one, spread: 'apart' as const }))
    const { facts, intro } = teamAgenda({ ...team, traits, profileCount: 11, resultCount: 8 })
    expect(facts[0]?.lines).toEqual([{ label: null, text: 'Some way apart on all five traits.' }])
    expect(intro).toMatch(/ 8 of 11 have results so far\.$/)
  })

  test('needs no results', () => {
    const nobody = teamAgenda(buildTeam({ members: [], results: [], profileCount: 4, locale: 'en' }))
    expect(nobody.facts).toEqual([])
    expect(nobody.plan.steps[1]?.lines[0]).toBe(teamTexts('en').agenda.line.ends)
  })
})

describe('a team', () => {
  test('has the median within its range, and a spread in words', () => {
    for (const trait of teamOf(11, 100).traits) {
      expect(trait.lowest).toBeLessThanOrEqual(trait.median)
      expect(trait.median).toBeLessThanOrEqual(trait.highest)
      expect(trait.count).toBe(11)
      expect(trait.words).toBe(teamTexts('en').spread[trait.spread ?? 'close'])
    }
  })

  test('counts each of the first five values of everyone once, most frequent first', () => {
    const { values } = teamOf(9, 77)
    expect(values.reduce((sum, { count }) => sum + count, 0)).toBe(45)
    expect(values.map(({ count }) => count)).toEqual(
      values.map(({ count }) => count).toSorted((a, b) => b - a),
    )
  })

  test('is the same for the same people, in any order of their results', () => {
    const team = simulatedTeam(6, 50)
    const turned = { ...team, results: team.results.toReversed() }
    expect(buildTeam({ ...turned, locale: 'en' })).toEqual(buildTeam({ ...team, locale: 'en' }))
  })
})

describe('advice for a few', () => {
  const teamWith = (traits: Record<string, number>[], quality: 'ok' | 'invalid' = 'ok') => {
    const team = simulatedTeam(traits.length, 1, ['focus'])
    const results = team.results.map((row, at) => {
      const changed = Object.entries(traits[at] ?? {}).map(([trait, t]) => {
        const scale = (row.result as Record<string, object>)[trait]
        return [trait, { ...scale, t }]
      })
      return { ...row, result: { ...(row.result as object), ...Object.fromEntries(changed) } }
    })
    const members = team.members.map((one, at) => ({
      ...one,
      quality: { outcome: at === 0 ? quality : ('ok' as const) },
    }))
    return buildTeam({ ...team, members, results, locale: 'en' })
  }

  test('never calls people close whose difference is only too small to be certain', () => {
    // Percentiles of 87 and 59: nine points, with a margin of ten.
    const { together, traits } = teamWith([{ understanding: 61.3 }, { understanding: 52.3 }])
    const about = together.filter(({ rests }) => rests.includes('understanding')).map(({ text }) => text)
    expect(about).toEqual([expect.stringMatching(/^Too close to call on .*: ask each other/)])
    expect(traits.find(({ trait }) => trait === 'understanding')?.words).toMatch(/^Too close to call/)
  })

  test('rests on nobody whose answers are unreliable', () => {
    const few = [{ understanding: 61.3 }, { understanding: 52.3 }]
    expect(teamWith(few).together).not.toEqual([])
    const { together, note, people } = teamWith(few, 'invalid')
    expect(together).toEqual([])
    expect(note).toContain(people[0]?.name)
  })
})

describe('the summary', () => {
  const ledeFor = (...styles: [string, number, number, number, number][]) => {
    const team = simulatedTeam(styles.length, 1, ['disc'])
    const results = team.results.map((row, at) => {
      const [style, d, i, s, c] = styles[at] ?? ['D', 50, 50, 50, 50]
      return { ...row, result: { style, d, i, s, c } }
    })
    return buildTeam({ ...team, results, locale: 'en' }).lede
  }

  test.each([
    [
      [
        ['I', 45, 70, 55, 30],
        ['S', 35, 60, 70, 35],
        ['CD', 65, 35, 33, 67],
      ] as const,
      'Most of this team leans towards people before tasks: 2 of 3 open with I or S. Łukasz Wójcik stands alone between C and D.',
    ],
    [
      [
        ['D', 75, 50, 35, 40],
        ['D', 72, 52, 36, 40],
      ] as const,
      'Noor and 佐藤 美咲 both open with D. They are too close to tell apart on the map.',
    ],
    [
      [
        ['D', 80, 50, 20, 50],
        ['S', 20, 50, 80, 50],
      ] as const,
      'Noor opens with D, 佐藤 美咲 with S. On the map they stand far apart.',
    ],
    [
      [
        ['D', 52, 50, 49, 49],
        ['S', 20, 50, 80, 50],
      ] as const,
      'On the map they stand far apart. For 1 of 2 no letter stands out.',
    ],
  ])('%#', (styles, lede) => {
    expect(ledeFor(...(styles as unknown as [string, number, number, number, number][]))).toBe(lede)
  })

  test('names people without a name by their address, or says that they have none', () => {
    const team = simulatedTeam(2, 1, ['disc'])
    const emails = ['kofi.mensah@northwind.test', null]
    const members = team.members.map((one, at) => ({
      ...one,
      firstName: null,
      lastName: null,
      email: emails[at] ?? null,
    }))
    const scores = [
      { style: 'D', d: 80, i: 50, s: 20, c: 50 },
      { style: 'S', d: 20, i: 50, s: 80, c: 50 },
    ]
    const results = team.results.map((row, at) => ({ ...row, result: scores[at] }))
    const { lede, people } = buildTeam({ ...team, members, results, locale: 'en' })
    expect(lede).toBe('kofi.mensah opens with D, Person 1 (no name) with S. On the map they stand far apart.')
    expect(people.map(({ name, initials }) => [name, initials])).toEqual([
      ['kofi.mensah', 'K'],
      [null, '1'],
    ])
  })
})

describe.each(locales)('the texts for teams in %s', (locale) => {
  describe('for a few teams', () => checkTexts(locale, 8))
  describe('for forty teams', { tags: 'long' }, () => checkTexts(locale, 40))
})

function checkTexts(locale: Locale, count: number): void {
  let teams: ReturnType<typeof teamOf>[]
  let sentences: string[]
  beforeAll(() => {
    teams = Array.from({ length: count }, (_, at) => teamOf(1 + (at % 6), 400 + at * 7, locale))
    const doubtful = buildTeam({
      ...simulatedTeam(2, 9),
      members: simulatedTeam(2, 9).members.map((member) => ({
        ...member,
        quality: { outcome: 'caution' as const },
      })),
      locale,
    })
    sentences = [...teams, doubtful].flatMap(({ lede, note, traits, differences, together }) => [
      ...[lede, note ?? '', ...traits.map(({ words }) => words)],
      ...[...differences, ...together].map(({ text }) => text),
    ])
  })

  test('name who is higher before who is lower, both with what they tend to do', () => {
    for (const { differences, people } of teams.filter(({ people: { length } }) => length === 2))
      for (const { text, high, low } of differences) {
        const [higher, lower] = [high[0], low[0]].map((id) => {
          const name = people.find((person) => person.id === id)?.name ?? '('
          return text.indexOf(/\p{sc=Han}/u.test(name) ? name : (name.split(' ')[0] ?? ''))
        })
        expect(higher, text).toBeGreaterThanOrEqual(0)
        expect(lower, text).toBeGreaterThan(higher ?? 0)
      }
    expect(teams.some(({ people, differences }) => people.length === 2 && differences.length > 0)).toBe(true)
  })

  test('have no unfilled slots and no doubled punctuation, and end like sentences', () => {
    const faulty = [...new Set(sentences)].filter(
      (text) =>
        text !== '' && (/[{}]|undefined|[.;:!?。；：]{2}| {2}| [.,]/u.test(text) || !/[.。]$/u.test(text)),
    )
    expect(faulty).toEqual([])
  })

  test('uses no word that would diagnose, advise on hiring or claim certainty', () => {
    const { banned } = readDebriefWords(locale)
    const found = [...new Set(sentences)].flatMap((text) =>
      wordsFound(text, banned).map((word) => `${word}: ${text}`),
    )
    expect(found).toEqual([])
  })
}
