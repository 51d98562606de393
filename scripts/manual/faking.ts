import { readFileSync } from 'node:fs'
import type { Extent } from '../simulation/fakers.ts'
import type { FakingFigures } from '../simulation/faking.ts'
import { manualPath, table } from './adaptations.ts'
import { withPart } from './part.ts'

/** The stored figures of `scripts/faking.ts`. */
export const fakingPath = manualPath('manual/faking.json')

export function readFaking(): FakingFigures {
  return JSON.parse(readFileSync(fakingPath, 'utf8')) as FakingFigures
}

/** `docs/manual/faking.md` with the tables of the stored figures. */
export function withFaking(page: string, figures: FakingFigures = readFaking()): string {
  const tables = fakingTables(figures).map(
    ({ title, head, rows }) => `### ${title}\n\n${table([head, ...rows])}`,
  )
  return withPart(page, 'faking', tables.join('\n\n'))
}

type FakingTable = {
  readonly title: string
  readonly head: readonly string[]
  readonly rows: readonly (readonly string[])[]
}

/** As `npm run simulate` prints them and the manual has them. */
export function fakingTables({ focus, disc, core, whole, top }: FakingFigures): FakingTable[] {
  const traits = Object.keys(focus[0]?.shifts ?? {})
  return [
    {
      title: 'Faking, Focus: mean change in T',
      head: [
        'answered as wanted',
        ...traits,
        'r with the true trait',
        'traits called high',
        'caution or invalid',
      ],
      rows: focus.map(({ extent, shifts, r, high, caught }) => [
        ...[extents[extent], ...Object.values(shifts).map(signed)],
        ...[r === null ? 'none' : r.toFixed(2), percent(high), percent(caught)],
      ]),
    },
    {
      title: 'Faking, Focus: the tenth with the highest organization, if every second person fakes',
      head: ['answered as wanted', 'fakers in this tenth', 'its mean true T'],
      rows: top.map(({ extent, fakers, truth }) => [extents[extent], percent(fakers), truth.toFixed(1)]),
    },
    {
      title: 'Faking, DISC: mean change of the four scores',
      head: [
        ...['picked as most', 'on how many screens', 'D', 'I', 'S', 'C'],
        ...['true first letter', 'first letter D', 'caution or invalid'],
      ],
      rows: disc.map(({ aim, extent, shifts, firstRight, firstD, caught }) => [
        ...[extent === '0' ? 'honestly' : aims[aim], extents[extent], ...Object.values(shifts).map(signed)],
        ...[firstRight, firstD, caught].map(percent),
      ]),
    },
    {
      title: 'Faking, Core: three values wanted first',
      head: [
        'on how many screens',
        'their mean rank',
        'all in the first five',
        'r with the true order',
        'caution or invalid',
      ],
      rows: core.map(({ extent, rank, allInFive, r, caught }) => [
        ...[extents[extent], rank.toFixed(1), percent(allInFive), r.toFixed(2), percent(caught)],
      ]),
    },
    {
      title: 'Faking, all three questionnaires: what response quality says',
      head: ['answered as wanted', 'caution or invalid', 'invalid'],
      rows: whole.map(({ extent, caught, invalid }) => [extents[extent], percent(caught), percent(invalid)]),
    },
  ]
}

const extents: Readonly<Record<Extent, string>> = {
  '0': 'none',
  '0.25': 'a quarter',
  '0.5': 'half',
  '1': 'all',
  step: 'all, by one step',
}

const aims = { favorable: 'the most favorable', D: 'always D' } as const

function signed(value: number): string {
  const text = value.toFixed(1)
  if (Number(text) === 0) return '0.0'
  return value > 0 ? `+${text}` : text.replace('-', '−')
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)}%`
}
