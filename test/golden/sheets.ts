import { instruments } from '../../scripts/instruments.ts'
import { honestSheet } from '../../scripts/simulation/debrief-basis.ts'
import { nextScreen } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import type { DiscChoice } from '../../src/scoring/disc.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import { type Letter, letters } from '../../src/scoring/results.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'

/** Two different places of four on a screen. */
type Places = readonly [best: number, worst: number]

/**
 * Simulated sheets, the same on every machine: honest people, people at random, people who stop reading half-way, and
 * the odd ones that honest people never give but a table may hold.
 */
export function goldenSheets(honest: number, atRandom: number): AnswerSheet[] {
  const random = seededRandom(20_261_201)
  const honestSheets = Array.from({ length: honest }, (_, at) => honestSheet(at + 1))
  const randomSheets = Array.from({ length: atRandom }, () => ({
    focus: randomRatings(random),
    disc: discBy(random, () => twoPlaces(random)),
    core: coreBy([], () => twoPlaces(random)),
  }))
  const halfRead = honestSheets.slice(0, atRandom).map((sheet, at) => ({
    focus: [...sheet.focus.slice(0, 60), ...(randomSheets[at]?.focus ?? []).slice(60)],
    disc: [...sheet.disc.slice(0, 12), ...(randomSheets[at]?.disc ?? []).slice(12)],
    core: coreBy(sheet.core.slice(0, 10), () => twoPlaces(random)),
  }))
  return [
    ...honestSheets,
    ...randomSheets,
    ...halfRead,
    ...oddRatings(honestSheets.slice(0, 40), random).map((focus) => ({ focus })),
    ...oddChoices(random).map((disc) => ({ disc })),
    ...oddScreens(honestSheets.map(({ core }) => core).slice(0, 12), random).map((core) => ({ core })),
    ...invalidSheets(honestSheet(1)),
  ]
}

/** Straight lines, all extremes, and answers missing: few, many, several of one facet, all. */
function oddRatings(honest: readonly Required<AnswerSheet>[], random: Random): (number | null)[][] {
  const { keys } = instruments.focus
  const extreme = (isHigh: (facet: number) => boolean) => {
    const answers = new Array<number>(120)
    for (const [at, { items, sign }] of keys.facets.entries())
      for (const n of items)
        answers[n - 1] = (keys.items[n - 1]?.ipip === 1) === (isHigh(at) === sign > 0) ? 5 : 1
    return answers
  }
  const constant = [1, 2, 3, 4, 5].map((answer) => new Array<number>(120).fill(answer))
  const periodic = Array.from({ length: 40 }, (_, at) => {
    const period = Array.from({ length: 1 + (at % 7) }, () => 1 + below(5, random))
    return Array.from({ length: 120 }, (_, item) => period[item % period.length] as number)
  })
  const missing = honest.map(({ focus }, at) => without(focus, at, random))
  const oneFacet = honest.slice(0, 6).map(({ focus }, at) => {
    const gone = new Set(keys.facets[at * 5]?.items.slice(0, 2 + (at % 3)))
    return focus.map((answer, item) => (gone.has(item + 1) ? null : answer))
  })
  return [
    ...constant,
    ...periodic,
    extreme(() => true),
    extreme(() => false),
    extreme((facet) => facet % 2 === 0),
    extreme((facet) => facet < 15),
    ...Array.from({ length: 40 }, () => Array.from({ length: 120 }, () => (random() < 0.5 ? 1 : 5))),
    ...missing,
    ...oneFacet,
    new Array<null>(120).fill(null),
  ]
}

function without(answers: readonly (number | null)[], count: number, random: Random): (number | null)[] {
  const left: (number | null)[] = [...answers]
  for (let gone = 0; gone < count; gone++) left[below(120, random)] = null
  return left
}

/** The same pair throughout, the same places throughout, runs of pairs, and orders that are unknown or cut short. */
function oddChoices(random: Random): DiscChoice[][] {
  const pairs = allPlaces().map(([most, least]) => ({ most: letterAt(most), least: letterAt(least) }))
  const runs = pairs.flatMap((first, at) =>
    [1, 6, 12, 20].map((length) => {
      const other = pairs[(at * 5 + length) % pairs.length] as DiscChoice
      return Array.from({ length: 24 }, (_, block) => (block < length ? first : other))
    }),
  )
  const few = Array.from({ length: 200 }, () => {
    const own = Array.from({ length: 2 + below(3, random) }, () => pairs[below(12, random)] as DiscChoice)
    return Array.from({ length: 24 }, () => own[below(own.length, random)] as DiscChoice)
  })
  const places = allPlaces().map((of) => discBy(random, () => of))
  const cut = places.map((choices) =>
    choices.map((choice, at) => (at === 7 ? { ...choice, order: [] } : choice)),
  )
  return [...pairs.map((pair) => new Array<DiscChoice>(24).fill(pair)), ...runs, ...few, ...places, ...cut]
}

/** Begun sheets of every length, the same places throughout, one order of values throughout, and swapped answers. */
function oddScreens(honest: readonly (readonly CoreAnswer[])[], random: Random): CoreAnswer[][] {
  const { design } = instruments.core
  const keys = design.values.map(({ key }) => key)
  const begun = honest.flatMap((answers) => Array.from({ length: 22 }, (_, count) => answers.slice(0, count)))
  const inOrder = Array.from({ length: 26 }, (_, turn) => {
    const order = keys.map((_, at) => keys[(at * (turn < 13 ? 1 : 12) + turn) % 13] as string)
    return coreBy([], (block) => {
      const sorted = [...block].sort((one, other) => order.indexOf(one) - order.indexOf(other))
      return [block.indexOf(sorted[0] as string), block.indexOf(sorted[3] as string)]
    })
  })
  const changed = honest.flatMap((answers) =>
    [0, 5, 12, 14, 18, 20].map((at) =>
      answers.map((answer, index) =>
        index === at ? { ...answer, best: answer.worst, worst: answer.best } : answer,
      ),
    ),
  )
  const shuffled = honest.map((answers) =>
    answers.map((answer) => ({ ...answer, block: shuffle(answer.block, random) })),
  )
  return [...begun, ...allPlaces().map((of) => coreBy([], () => of)), ...inOrder, ...changed, ...shuffled]
}

/** What no form allows, but a changed table could hold: scoring refuses some of it and computes the rest. */
function invalidSheets({ focus, disc, core }: Required<AnswerSheet>): AnswerSheet[] {
  const [first, ...others] = core as [CoreAnswer, ...CoreAnswer[]]
  const [a = '', b = '', c = '', d = ''] = first.block
  const screens: CoreAnswer[] = [
    { block: [a, b, c, d], best: a, worst: a },
    { block: [a, b, c], best: a, worst: b },
    { block: [a, b], best: b, worst: a },
    { block: [a, b, c, d, 'care', 'fairness'], best: d, worst: a },
    { block: [a, a, b, c], best: a, worst: b },
    { block: [a, b, c, d], best: 'care', worst: 'fairness' },
    { block: [a, b, c, d], best: 'greed', worst: a },
    { block: ['greed', b, c, d], best: b, worst: c },
  ]
  return [
    { focus: focus.slice(1) },
    ...[0, 6, 2.5, Number.NaN].map((answer) => ({ focus: [answer, ...focus.slice(1)] })),
    { disc: disc.slice(1) },
    { disc: [...disc.slice(1), { most: 'X' as Letter, least: 'D' }] },
    { disc: disc.map(({ most, order }) => ({ most, least: most, order })) as DiscChoice[] },
    ...screens.map((screen) => ({ core: [screen, ...others] })),
    { core: [...core, ...core, ...core] },
    {},
  ]
}

function randomRatings(random: Random): number[] {
  return Array.from({ length: 120 }, () => 1 + below(5, random))
}

function discBy(random: Random, places: () => Places): DiscChoice[] {
  return Array.from({ length: 24 }, () => {
    const order = shuffle(letters, random)
    const [most, least] = places()
    return { most: order[most] as Letter, least: order[least] as Letter, order }
  })
}

/** Continues from these answers to the last screen by position alone. */
function coreBy(begun: readonly CoreAnswer[], places: (block: readonly string[]) => Places): CoreAnswer[] {
  const answers = [...begun]
  const { design } = instruments.core
  for (let block = nextScreen(answers, design); block; block = nextScreen(answers, design)) {
    const [best, worst] = places(block)
    answers.push({ block, best: block[best] as string, worst: block[worst] as string })
  }
  return answers
}

function allPlaces(): Places[] {
  return [0, 1, 2, 3].flatMap((best) =>
    [0, 1, 2, 3].filter((worst) => worst !== best).map((worst): Places => [best, worst]),
  )
}

function twoPlaces(random: Random): Places {
  const first = below(4, random)
  return [first, (first + 1 + below(3, random)) % 4]
}

function letterAt(place: number): Letter {
  return letters[place] as Letter
}

function shuffle<T>(items: readonly T[], random: Random): T[] {
  const left = [...items]
  return items.map(() => left.splice(below(left.length, random), 1)[0] as T)
}

function below(limit: number, random: Random): number {
  return Math.floor(limit * random())
}
