import { correlation, deviation, mean } from '../../src/scoring/correlation.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { type Random, seededRandom } from '../../src/scoring/random.ts'
import type { FocusResult } from '../../src/scoring/results.ts'
import { instruments, shortInstruments } from '../instruments.ts'
import { answerAgain, drawSheet, type FocusModel, latentForm } from './sheets.ts'

/**
 * r between scores: `same` of the short form within the answers to the full one, `again` of the short form answered
 * another time with the full one, `fullAgain` of the full form with itself answered again. `lowest` of `same` over the
 * scales; `center` and `spread` are mean and SD of T on the short form.
 */
export type ShortFigures = {
  readonly same: number
  readonly lowest: number
  readonly again: number
  readonly fullAgain: number
  readonly center: number
  readonly spread: number
}

/** People answer the full form twice; the short form is a part of either sheet. */
export function studyShortForm(
  model: FocusModel,
  people: number,
  seed: number,
): Record<'facet' | 'trait', ShortFigures> {
  const random = seededRandom(seed)
  const form = latentForm(instruments.focus.keys, instruments.focus.norm, model, random)
  const seen = new Map<string, { kind: 'facet' | 'trait'; columns: number[][] }>()
  for (let person = 0; person < people; person++) {
    const sheet = drawSheet(form, random)
    const again = answerAgain(form, sheet.truth, random)
    const results = [
      fullScores(sheet.answers),
      fullScores(again),
      shortScores(sheet.answers),
      shortScores(again),
    ]
    for (const [at, result] of results.entries()) {
      for (const [name, { facets, ...trait }] of Object.entries(result)) {
        columnsOf(seen, name, 'trait')[at]?.push(trait.t)
        for (const [facet, { t }] of Object.entries(facets)) columnsOf(seen, facet, 'facet')[at]?.push(t)
      }
    }
  }
  return { facet: figures([...seen.values()], 'facet'), trait: figures([...seen.values()], 'trait') }
}

type Seen = Map<string, { kind: 'facet' | 'trait'; columns: number[][] }>

function columnsOf(seen: Seen, name: string, kind: 'facet' | 'trait'): number[][] {
  const known = seen.get(name)
  if (known) return known.columns
  const columns: number[][] = [[], [], [], []]
  seen.set(name, { kind, columns })
  return columns
}

function figures(
  scales: readonly { kind: string; columns: number[][] }[],
  kind: 'facet' | 'trait',
): ShortFigures {
  const own = scales.filter((scale) => scale.kind === kind).map(({ columns }) => columns)
  const between = (one: number, other: number) =>
    own.map((columns) => correlation(columns[one] ?? [], columns[other] ?? []) ?? 0)
  const same = between(0, 2)
  return {
    same: mean(same),
    lowest: Math.min(...same),
    again: mean(between(0, 3)),
    fullAgain: mean(between(0, 1)),
    center: mean(own.map((columns) => mean(columns[2] ?? []))),
    spread: mean(own.map((columns) => deviation(columns[2] ?? []))),
  }
}

function fullScores(answers: readonly number[]): FocusResult {
  const { keys, norm, reliability } = instruments.focus
  return scoreFocus(answers, keys, norm, reliability) as FocusResult
}

function shortScores(answers: readonly number[]): FocusResult {
  const { keys, norm, reliability } = shortInstruments.focus
  return scoreFocus(shortSheet(answers), keys, norm, reliability) as FocusResult
}

/** The answers to the 60 statements among those to the 120. */
function shortSheet<Answer>(answers: readonly Answer[]): Answer[] {
  return shortInstruments.focus.keys.items.map(
    ({ statement }) => answers[(statement as number) - 1] as Answer,
  )
}

/** Shares of the 60-statement sheets that are not `ok`, and that are invalid, by way of answering; Focus alone. */
export function studyShortQuality(model: FocusModel, people: number, seed: number) {
  const random = seededRandom(seed)
  const form = latentForm(instruments.focus.keys, instruments.focus.norm, model, random)
  const counts = { honest: [0, 0], random: [0, 0], halfRandom: [0, 0], straightLine: [0, 0] }
  for (let person = 0; person < people; person++) {
    const honest = shortSheet(drawSheet(form, random).answers)
    const guessed = honest.map(() => guess(random))
    const line = guess(random)
    count(counts.honest, honest)
    count(counts.random, guessed)
    count(counts.halfRandom, [...honest.slice(0, 30), ...guessed.slice(30)])
    count(
      counts.straightLine,
      honest.map(() => line),
    )
  }
  return Object.entries(counts).map(([manner, [caught = 0, invalid = 0]]) => ({
    manner,
    caught: caught / people,
    invalid: invalid / people,
  }))
}

function guess(random: Random): number {
  return 1 + Math.floor(5 * random())
}

function count(into: number[], focus: readonly number[]): void {
  const { outcome } = responseQuality({ sheet: { focus } }, shortInstruments)
  if (outcome !== 'ok') into[0] = (into[0] ?? 0) + 1
  if (outcome === 'invalid') into[1] = (into[1] ?? 0) + 1
}
