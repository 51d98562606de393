import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, test } from 'vitest'
import { instruments, shortInstruments } from '../../scripts/instruments.ts'
import { type DiscForm, discFormNamed, formIds } from '../../src/content/forms.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import type { DiscChoice } from '../../src/scoring/disc.ts'
import { scoringEditions } from '../../src/scoring/edition.ts'
import type { FocusKeys } from '../../src/scoring/focus.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { type AnswerSheet, type Instruments, scoreSheet } from '../../src/scoring/score.ts'

/**
 * Sheets of every form, scored by the service and by a program in another language that was written from
 * docs/scoring.md alone. What differs is a fault of one of the two, or of the manual.
 */
const discForms = formIds('disc').map(discFormNamed)
/** The second half has the short form of Focus. */
const sheets = [...randomSheets(200, instruments, 20_261_123), ...randomSheets(200, shortInstruments, 60)]
/** 22 of each form of Focus, because the program takes a second for thirty. All manners and forms are among them. */
const someSheets = sheets.filter((_, at) => (at % 200) % 9 === 5)
const python = spawnSync('python3', ['-c', 'import sys; sys.exit(sys.version_info < (3, 8))'])
const withPython = python.status === 0
const title = withPython ? '' : ' (skipped: there is no python3, version 3.8 or later)'

describe.skipIf(!withPython)(`a scorer written from the manual${title}`, () => {
  describe(`by ${someSheets.length} sheets`, () => compare(someSheets))
  describe(`by ${sheets.length} sheets`, { tags: 'long' }, () => compare(sheets))
})

function compare(of: readonly Sheet[]): void {
  let independent: Independent[]
  beforeAll(() => {
    independent = scoreIndependently(of)
  })

  test.each(scoringEditions)('finds the same scores for every sheet in edition %s', (edition) => {
    const own = of.map((sheet) =>
      withoutReason(scoreSheet(sheet, instrumentsOf(sheet), sheet.profile, edition)),
    )
    expect(independent.map(({ scores }) => scores[edition])).toEqual(own)
  })

  test('shows the same adaptive screens of Core', () => {
    const shown = of.map(({ core }) => core.map(({ block }) => block))
    const expected = independent.map(({ screens }, at) => screens.slice(0, shown[at]?.length))
    expect(expected).toEqual(shown)
  })

  test.each(['1', '2'])('finds the same response quality by the rules of version %s', (version) => {
    const own = of.map((sheet) =>
      responseQuality({ sheet, ...sheet.response }, instrumentsOf(sheet), version),
    )
    expect(independent.map(({ quality }) => quality[version])).toEqual(own)
  })
}

const variety = 'have ties, extremes, missing answers and every outcome of response quality'
test(`${someSheets.length} sheets ${variety}`, () => expectVariety(someSheets, 1, 5))
test(`${sheets.length} sheets ${variety}`, { tags: 'long' }, () => expectVariety(sheets, 6, 21))

function expectVariety(of: readonly Sheet[], least: number, leastMissing: number): void {
  const results = of.map((sheet) => scoreSheet(sheet, instrumentsOf(sheet), sheet.profile))
  const qualities = of.map((sheet) => responseQuality({ sheet, ...sheet.response }, instrumentsOf(sheet)))
  expect(new Set(qualities.map(({ outcome }) => outcome))).toEqual(new Set(['ok', 'caution', 'invalid']))
  const indices = qualities.flatMap(({ reasons, notes }) => [...reasons, ...notes].map(({ index }) => index))
  expect(new Set(indices).size).toBe(10)
  const count = (is: (result: (typeof results)[number]) => boolean | undefined) => results.filter(is).length
  expect(count(({ disc }) => disc?.styleIsTied)).toBeGreaterThanOrEqual(least)
  expect(count(({ core }) => hasEqualUtilities(core?.ranked ?? []))).toBeGreaterThanOrEqual(least)
  expect(count(({ focus }) => focus !== undefined && 'unscored' in focus)).toBeGreaterThanOrEqual(least)
  expect(of.filter(({ focus }) => focus.includes(null)).length).toBeGreaterThanOrEqual(leastMissing)
}

type Sheet = Required<AnswerSheet> & {
  readonly profile: string
  /** The form of DISC. */
  readonly form: DiscForm
  readonly response: Pick<Parameters<typeof responseQuality>[0], 'activeSeconds' | 'retakes'>
}

type Independent = {
  readonly scores: Readonly<Record<string, unknown>>
  readonly screens: readonly unknown[]
  readonly quality: Readonly<Record<string, unknown>>
}

function scoreIndependently(of: readonly Sheet[]): Independent[] {
  const lines = of.map(({ form, focus, disc, core, profile, response }) =>
    JSON.stringify({
      profile,
      focus: { form: (focus.length === 60 ? shortInstruments : instruments).focus.keys.id, answers: focus },
      disc: { form: form.id, answers: disc.map((choice, block) => byStatement(form, choice, block)) },
      core: { form: instruments.core.design.id, answers: core },
      ...response,
    }),
  )
  const program = fileURLToPath(new URL('score.py', import.meta.url))
  const { stdout, stderr } = spawnSync('python3', ['-B', program], {
    input: `${lines.join('\n')}\n`,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  expect(stderr).toBe('')
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

/** The keys of the statements, so that the program has to find their letters in the form. */
function byStatement(
  form: DiscForm,
  { most, least }: DiscChoice,
  block: number,
): { most: string; least: string } {
  const keyOf = (letter: string) =>
    form.blocks[block]?.statements.find((statement) => statement.letter === letter)?.key ?? ''
  return { most: keyOf(most), least: keyOf(least) }
}

/** A sheet that is not scored says why in words of the service. */
function withoutReason(result: ReturnType<typeof scoreSheet>): unknown {
  const { focus, ...others } = JSON.parse(JSON.stringify(result))
  return { ...others, focus: 'unscored' in focus ? 'not scored' : focus }
}

function hasEqualUtilities(ranked: readonly { readonly utility: number }[]): boolean {
  return ranked.some(({ utility }, at) => utility === ranked[at + 1]?.utility)
}

/** People at random, in patterns and by preference; with answers missing, extreme, in runs and on one place. */
function randomSheets(count: number, { focus }: Instruments, seed: number): Sheet[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, at) => {
    const manner = at % 8
    const form = discForms[Math.floor(at / 8) % discForms.length] as DiscForm
    return {
      form,
      profile: (0x9e3779b1 * (at + 1)).toString(16),
      focus: ratings(focus.keys, manner, random),
      disc: blocks(form, manner, random),
      core: screens(manner, random),
      response: at % 3 === 0 ? {} : response(manner, random),
    }
  })
}

function instrumentsOf({ focus }: Sheet): Instruments {
  return focus.length === 60 ? shortInstruments : instruments
}

function ratings({ facets, items }: FocusKeys, manner: number, random: Random): (number | null)[] {
  const leaning = facets.map(() => below(5, random) - 2)
  const line = 1 + below(5, random)
  const period = 1 + below(6, random)
  const answers: (number | null)[] = items.map(({ facet, ipip }, at) => {
    const lean = leaning[facets.findIndex((of) => of.facet === facet)] as number
    if (manner === 0) return line
    if (manner === 1) return random() < 0.5 ? 1 : 5
    if (manner === 2) return 1 + (((at + line) % period) % 5)
    if (manner === 3) return 1 + below(5, random)
    if (manner === 4 && at >= items.length / 2 + line) return line
    return Math.min(5, Math.max(1, 3 + ipip * (lean + below(3, random) - 1)))
  })
  const missing = manner === 6 ? below(5, random) : manner === 7 ? 4 + below(12, random) : 0
  for (let gone = 0; gone < missing; gone++) answers[below(answers.length, random)] = null
  return answers
}

function blocks(form: DiscForm, manner: number, random: Random): DiscChoice[] {
  const favor = [0, 1, 2, 3].map(() => 3 * random())
  return form.blocks.map(({ statements }, block) => {
    const order = statements.map(({ letter }) => letter)
    const [best, worst] = places(
      manner,
      block,
      random,
      (place) => favor['DISC'.indexOf(order[place] as string)] ?? 0,
    )
    return { most: order[best] as DiscChoice['most'], least: order[worst] as DiscChoice['least'], order }
  })
}

function screens(manner: number, random: Random): CoreAnswer[] {
  const { design } = instruments.core
  const favor = new Map(design.values.map(({ key }) => [key, 4 * random()]))
  const answers: CoreAnswer[] = []
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design)) {
    const shown = block
    const [best, worst] = places(
      manner,
      answers.length,
      random,
      (place) => favor.get(shown[place] ?? '') ?? 0,
    )
    answers.push({ block: shown, best: shown[best] as string, worst: shown[worst] as string })
  }
  // After a few screens values that were shown alike are tied.
  return manner === 0 ? answers.slice(0, 1 + below(9, random)) : answers
}

/** One place throughout, two in turn, by chance, or by preference with noise. */
function places(
  manner: number,
  at: number,
  random: Random,
  favor: (place: number) => number,
): [number, number] {
  if (manner === 0) return [0, 3]
  if (manner === 1)
    return [
      [0, 1],
      [1, 0],
      [2, 3],
      [3, 2],
    ][at % 4] as [number, number]
  const noise = manner === 3 ? 20 : manner === 5 ? 0 : 2
  const liked = [0, 1, 2, 3].map((place) => ({ place, by: favor(place) + noise * random() }))
  liked.sort((one, other) => other.by - one.by)
  return [liked[0]?.place ?? 0, liked[3]?.place ?? 1]
}

function response(manner: number, random: Random): Sheet['response'] {
  const activeSeconds = {
    disc: 24 * (1.5 + 6 * random()),
    focus: 120 * (1.5 + 4 * random()),
    core: 21 * (1.5 + 6 * random()),
  }
  const profile = () => Array.from({ length: 4 }, () => below(100, random))
  return manner % 2 === 0
    ? { activeSeconds, retakes: [{ assessment: 'disc', now: profile(), former: profile() }] }
    : { activeSeconds }
}

function below(limit: number, random: Random): number {
  return Math.floor(limit * random())
}
