import { describe, expect, test } from 'vitest'
import { levelOf } from '../scoring/level.ts'
import { normalCdf } from '../scoring/normal.ts'
import { seededRandom } from '../scoring/random.ts'
import { comparison } from './comparison.ts'
import type { PersonScore, TeamPerson } from './person.ts'
import { spreadDots } from './spread-dots.ts'
import { rayLength, teamDial, teamPoint } from './team-dial.ts'
import { teamOrganization } from './team-organization.ts'
import { teamValues } from './team-values.ts'
import { traitSpread } from './trait-spread.ts'

const unsafe = '<img src=x onerror="alert(1)"> & \'quotes\''
const table = {
  summary: 'As a table',
  name: 'Name',
  style: 'Style',
  scale: 'Scale',
  lowest: 'Lowest',
  median: 'Median',
  highest: 'Highest',
  spread: 'Spread',
  value: 'Value',
  count: 'How many',
  who: 'Who',
}
const languageTag = 'en'
const dialWords = { languageTag, picture: 'A map.', title: 'Where everybody stands.', table }

const person = (id: string, initials: string, disc: TeamPerson['disc'] = null): TeamPerson => ({
  id,
  initials,
  name: `Name ${id}`,
  disc,
})
const people = [
  person('a', 'NO', { style: 'DI', d: 71, i: 62, s: 31, c: 36 }),
  person('b', '佐藤', { style: 'SC', d: 27, i: 33, s: 73, c: 67 }),
  person('c', 'ŁW'),
]
const score = (t: number): PersonScore => {
  const level = levelOf(t)
  return { t, sem: 3.6, score: 100 * normalCdf((t - 50) / 10), level, levelWord: level }
}
const strips = (label = 'Stability') => [
  {
    label,
    lowest: 16,
    median: 50,
    highest: 84,
    words: 'Some way apart.',
    scores: [
      { id: 'a', ...score(40) },
      { id: 'b', ...score(60) },
    ],
  },
]
const compared = (label = 'Stability') => [
  { label, kind: 'trait' as const, scores: [score(40), score(60), undefined] },
]
const compareWords = { languageTag, title: 'The same scales.', noScore: 'no result', table }

const figures: [string, (text: string) => string][] = [
  [
    'map',
    (text) =>
      teamDial([person('x', text, people[0]?.disc ?? null)], { ...dialWords, title: text, picture: text }),
  ],
  ['strips', (text) => traitSpread(strips(text), people, { languageTag, title: text, table })],
  ['values', (text) => teamValues([{ label: text, profileIds: ['a'] }], people, { title: text, table })],
  ['comparison', (text) => comparison(people, compared(text), { ...compareWords, title: text })],
]

describe.each(figures)('the %s of a team', (_, draw) => {
  test('has a title sentence, an expandable table, no style and no color of its own', () => {
    const markup = draw('A sentence.')
    expect(markup).toMatch(/^<figure class="chart chart-[\w-]+">/)
    expect(markup).toContain('<figcaption class="chart-title">A sentence.</figcaption>')
    expect(markup).toMatch(/<details class="chart-table"><summary>As a table<\/summary><table>/)
    expect(markup).not.toMatch(/\sstyle=|#[0-9a-f]{3,6}\b|rgb\(|(fill|stroke)="|NaN|undefined|Infinity/i)
  })

  test('closes every element, and escapes its input', () => {
    const markup = draw(unsafe)
    const open: string[] = []
    for (const [, slash, name = '', self] of markup.matchAll(/<(\/?)([a-z]+)[^>]*?(\/?)>/g)) {
      if (slash) expect(open.pop()).toBe(name)
      else if (!self) open.push(name)
    }
    expect(open).toEqual([])
    expect(markup).not.toContain('<img')
  })
})

describe('nudge', () => {
  test.each([2, 7, 25, 60])('keeps %d dots apart and inside, wherever they are placed', (count) => {
    for (let seed = 0; seed < 8; seed += 1) {
      const random = seededRandom(seed)
      const places = Array.from({ length: count }, () => ({ x: 80 * random() - 40, y: 80 * random() - 40 }))
      const dots = spreadDots(places, 16, 100)
      for (const [at, one] of dots.entries()) {
        expect(Math.hypot(one.shownX, one.shownY)).toBeLessThanOrEqual(100.01)
        for (const other of dots.slice(at + 1)) {
          expect(Math.hypot(one.shownX - other.shownX, one.shownY - other.shownY)).toBeGreaterThan(14)
        }
      }
    }
  })

  test('keeps dots with enough space in place, and separates overlapping ones', () => {
    const free = [
      { x: 0, y: 0 },
      { x: 50, y: 0 },
    ]
    expect(spreadDots(free, 34, 200).map(({ shownX, shownY }) => [shownX, shownY])).toEqual([
      [0, 0],
      [50, 0],
    ])
    const [one, other] = spreadDots(
      [
        { x: 5, y: 5 },
        { x: 5, y: 5 },
      ],
      34,
      200,
    )
    expect(
      Math.hypot((one?.shownX ?? 0) - (other?.shownX ?? 0), (one?.shownY ?? 0) - (other?.shownY ?? 0)),
    ).toBeCloseTo(34)
  })
})

describe('teamDial', () => {
  test.each([
    ['D', { d: 90, i: 50, s: 10, c: 50 }, [-1, -1]],
    ['I', { d: 50, i: 90, s: 50, c: 10 }, [1, -1]],
    ['S', { d: 10, i: 50, s: 90, c: 50 }, [1, 1]],
    ['C', { d: 50, i: 10, s: 50, c: 90 }, [-1, 1]],
  ])('has %s in its quarter', (_, letters, [across, down]) => {
    const { x, y } = teamPoint(letters)
    expect([Math.sign(x), Math.sign(y)]).toEqual([across, down])
    expect(Math.hypot(x, y)).toBeLessThanOrEqual(190.01)
  })

  test('has longer rays for more people, up to 73 px', () => {
    expect(rayLength(0, [])).toBe(3)
    expect(rayLength(359, [1])).toBeCloseTo(3 + 21 * Math.exp(-4 / 242))
    expect(rayLength(90, [0])).toBeCloseTo(3)
    expect(rayLength(10, Array(20).fill(10))).toBe(73)
  })

  test('draws people with DISC results, wide and narrow, and lists everyone', () => {
    const markup = teamDial(people, dialWords)
    expect(markup.match(/class="team-dot /g)).toHaveLength(4)
    expect(markup).not.toContain('team-tie')
    expect(markup).toContain('<th scope="row">Name c (ŁW)</th><td>–</td>')
    expect(markup).toContain('<td>DI</td><td>71</td><td>62</td><td>31</td><td>36</td>')
  })

  test('marks the exact place of moved dots with a small dot and a line', () => {
    const same = ['A', 'B', 'C'].map((id) => person(id, id, { style: 'D', d: 80, i: 45, s: 25, c: 50 }))
    const markup = teamDial(same, dialWords)
    expect(markup.match(/class="team-tie"/g)?.length).toBeGreaterThanOrEqual(4)
    expect(markup.match(/class="team-place"/g)).toHaveLength(markup.match(/class="team-tie"/g)?.length ?? 0)
  })

  test('links each dot to the page of its person, if there is one, and has the name after all dots', () => {
    const linked = people.map((one) => ({ ...one, href: `/people/${one.id}` }))
    const markup = teamDial(linked, dialWords)
    expect(markup.match(/<a href="\/people\/a" aria-label="NO Name a, DI" class="team-mark"/g)).toHaveLength(
      2,
    )
    expect(markup).not.toContain('role="img"')
    const [wide = ''] = markup.split('team-narrow')
    expect(wide.lastIndexOf('team-dot')).toBeLessThan(wide.indexOf('team-name'))
    expect(teamDial(people, dialWords)).not.toMatch(/<a |team-name|role="group"/)
  })

  test('shortens a name that would not fit a phone', () => {
    const [long] = people
    const named = {
      ...long,
      id: 'x',
      initials: 'X',
      disc: long?.disc ?? null,
      href: '/x',
      name: 'ab '.repeat(20),
    }
    expect(teamDial([named], dialWords)).toContain('>ab ab ab ab ab ab ab ab ab ab…</text>')
  })

  test('omits initials if a hundred people leave no space for them on a phone', () => {
    const crowd = Array.from({ length: 100 }, (_, at) =>
      person(`${at}`, `${at}`, { style: 'I', d: at % 90, i: 60, s: 50, c: 40 }),
    )
    const [wide, narrow] = teamDial(crowd, dialWords).split('team-narrow')
    expect(wide?.match(/team-initials/g)).toHaveLength(100)
    expect(narrow).not.toContain('team-initials')
  })
})

describe('traitSpread', () => {
  test('draws a stroke per person, a tall one at the median, and shows the numbers', () => {
    const markup = traitSpread(strips(), people, { languageTag, title: 'Traits.', table })
    expect(markup).toContain('<rect class="spread-stroke level-low" data-person="NO" x="30%"')
    expect(markup).toContain('<rect class="spread-stroke level-high" data-person="佐藤" x="70%"')
    expect(markup).toContain('<rect class="spread-median" x="50%"')
    expect(markup).toContain('<span>16</span> <strong>50</strong> <span>84</span>')
    expect(markup).toContain('<th scope="col">佐藤</th></tr>')
    expect(markup).toContain('<td>Some way apart.</td><td>16, low</td><td>84, high</td>')
  })
})

test('strokes and chips open their person, if it has a page', () => {
  const linked = people.map((one) => ({ ...one, href: `/people/${one.id}` }))
  const strokes = traitSpread(strips(), linked, { languageTag, title: 'Traits.', table })
  expect(strokes).toContain('<a class="spread-link" data-person="佐藤" href="/people/b" tabindex="-1">')
  expect(strokes).toContain('>Name b</text></a>')
  expect(teamValues([{ label: 'Care', profileIds: ['a'] }], linked, { title: 'Values.', table })).toContain(
    'href="/people/a" aria-label="NO Name a" title="Name a">NO</a>',
  )
  expect(traitSpread(strips(), people, { languageTag, title: 'Traits.', table })).not.toContain('<a ')
})

describe('teamValues', () => {
  test('shows how many and who, by initials, and by name in the table', () => {
    const markup = teamValues([{ label: 'Care', profileIds: ['a', 'b'] }], people, {
      title: 'Values.',
      table,
    })
    expect(markup).toContain('<span class="team-value-count">2</span>')
    expect([...markup.matchAll(/class="team-chip" [^>]*>([^<]+)/g)].map(([, who]) => who)).toEqual([
      'NO',
      '佐藤',
    ])
    expect(markup).toContain('<td>2</td><td>Name a · Name b</td>')
  })
})

describe('comparison', () => {
  test('gives each of four its own shape, as well as a color, and an error bar', () => {
    const four = ['a', 'b', 'c', 'd'].map((id) => person(id, id.toUpperCase()))
    const scales = [{ label: 'Trust', kind: 'facet' as const, scores: [40, 45, 50, 60].map(score) }]
    const strip = comparison(four, scales, compareWords)
      .split('class="compare-strip"')[1]
      ?.split('compare-numbers')[0]
    const shapes = [...(strip ?? '').matchAll(/compare-mark-(\d)">(<.+?>)<\/g>/g)].map(([, , shape]) => shape)
    expect(new Set(shapes).size).toBe(4)
    expect(strip?.match(/class="compare-error/g)).toHaveLength(4)
    // Each in a lane of its own, so that equal scores are seen as well.
    expect(
      new Set([...(strip ?? '').matchAll(/class="compare-place"[^>]* y="([\d.]+)"/g)].map(([, y]) => y)).size,
    ).toBe(4)
  })

  test('leaves a gap for a missing score, and says so in the table', () => {
    const markup = comparison(people, compared(), compareWords)
    expect(markup).toContain('<span>16</span> <span>84</span> <span>–</span>')
    expect(markup).toContain('<td>84, high</td><td>no result</td>')
  })
})

const organizationDrawing = (languageTag: string) =>
  teamOrganization(
    [
      {
        label: unsafe,
        team: { score: 62.3, t: 53, low: 20, middle: 30, high: 50 },
        organization: { score: 48.2, t: 49.5, low: 30, middle: 40, high: 30 },
        margin: 4.1,
        verdict: 'tooClose',
        words: 'Too close to call.',
      },
    ],
    {
      languageTag,
      title: 'Means',
      team: 'Team',
      organization: 'Everyone',
      margin: 'Chance',
      allClose: 'Too close on all five.',
      table: {
        ...table,
        difference: 'Difference',
        low: 'low',
        middle: 'middle',
        high: 'high',
        verdict: 'Words',
      },
    },
  )

test('each stroke of a team and its organization has a name, for the pointer and the keyboard', () => {
  const drawn = organizationDrawing('en')
  const names = [...drawn.matchAll(/role="img" tabindex="0" aria-label="([^"]+)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Chance', 'Everyone 48', 'Team 62'])
  expect([...drawn.matchAll(/class="spread-name"[^>]*>([^<]+)</g)].map(([, name]) => name)).toEqual(names)
  expect(drawn).toContain('<td>+3.5 ± 4.1</td>')
  expect(drawn).toContain('Too close on all five.')
  expect(drawn).not.toContain('organization-words')
  expect(drawn).not.toContain(unsafe)
})

describe('numbers and what is between them are written as the language does', () => {
  const linked = people.map((one) => ({ ...one, href: '/people/1' }))
  test.each([
    ['en', '84, high', 'NO Name a, DI', 'Team, low', '30%', '+3.5 ± 4.1'],
    ['de', '84, high', 'NO Name a, DI', 'Team, low', '30\u00a0%', '+3,5 ± 4,1'],
    ['ja', '84、high', 'NO Name a、DI', 'Team、low', '30%', '+3.5 ± 4.1'],
    ['zh-Hans', '84，high', 'NO Name a，DI', 'Team，low', '30%', '+3.5 ± 4.1'],
  ])('%s', (languageTag, score, name, part, share, difference) => {
    const title = 'Title'
    expect(comparison(people, compared(), { ...compareWords, languageTag })).toContain(`<td>${score}</td>`)
    expect(traitSpread(strips(), people, { languageTag, title, table })).toContain(`<td>${score}</td>`)
    expect(teamDial(linked, { ...dialWords, languageTag })).toContain(`aria-label="${name}"`)
    const cells = organizationDrawing(languageTag)
      .match(/<t[dh][^>]*>[^<]*</g)
      ?.map((cell) => cell.split(/[<>]/)[2])
    expect(cells).toEqual(expect.arrayContaining([part, share, difference]))
  })
})
