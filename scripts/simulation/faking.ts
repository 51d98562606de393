import { scoreCore } from '../../src/scoring/core.ts'
import type { CoreAnswer } from '../../src/scoring/core-screens.ts'
import { correlation, mean } from '../../src/scoring/correlation.ts'
import { type DiscChoice, discScores } from '../../src/scoring/disc.ts'
import { scoreFocus } from '../../src/scoring/focus.ts'
import { responseQuality } from '../../src/scoring/quality.ts'
import { type FocusResult, type Letter, letters, type Trait } from '../../src/scoring/results.ts'
import { round } from '../../src/scoring/round.ts'
import type { AnswerSheet } from '../../src/scoring/score.ts'
import { instruments } from '../instruments.ts'
import {
  type DiscAim,
  drawFakers,
  type Extent,
  type Faker,
  fakeCore,
  fakeDisc,
  fakeFocus,
  wantedValues,
} from './fakers.ts'

/** Shares run from 0 to 1. `shifts` are mean changes against the same people's honest answers, in T for Focus. */
export type FakingFigures = {
  readonly made: { readonly people: number; readonly seed: number }
  readonly focus: readonly FakedFocus[]
  readonly disc: readonly FakedDisc[]
  readonly core: readonly FakedCore[]
  /** All three questionnaires together. */
  readonly whole: readonly { readonly extent: Extent; readonly caught: number; readonly invalid: number }[]
  readonly top: readonly FakedTop[]
}

type FakedFocus = {
  readonly extent: Extent
  readonly shifts: Readonly<Record<Trait, number>>
  /** Mean correlation of the traits with the true ones; null if everyone has the same score. */
  readonly r: number | null
  /** Traits said to be high or very high. */
  readonly high: number
  readonly caught: number
}

type FakedDisc = {
  readonly aim: DiscAim
  readonly extent: Extent
  readonly shifts: Readonly<Record<Letter, number>>
  readonly firstRight: number
  readonly firstD: number
  readonly caught: number
}

type FakedCore = {
  readonly extent: Extent
  /** Mean rank of the wanted values, and how often all of them are among the first five. */
  readonly rank: number
  readonly allInFive: number
  /** Mean correlation within a person of the order with the true values. */
  readonly r: number
  readonly caught: number
}

/** Every second person fakes Focus: their share of the tenth with the highest organization, and its mean true T. */
type FakedTop = { readonly extent: Extent; readonly fakers: number; readonly truth: number }

const shares: readonly Extent[] = ['0', '0.25', '0.5', '1']

/** How far answers move that are given as the person thinks is wanted. No times are given, so no one is flagged for speed. */
export function studyFaking(people: number, seed: number): FakingFigures {
  const fakers = drawFakers(people, seed)
  const screens = new Map(shares.map((extent) => [extent, fakers.map((person) => fakeCore(person, extent))]))
  return {
    made: { people, seed },
    focus: [...shares, 'step' as const].map((extent) => fakedFocus(fakers, extent)),
    disc: (['favorable', 'D'] as const).flatMap((aim) =>
      // Honest answers have no aim, so they are there once.
      shares
        .filter((extent) => aim === 'favorable' || extent !== '0')
        .map((extent) => fakedDisc(fakers, aim, extent)),
    ),
    core: shares.map((extent) => fakedCore(fakers, screens.get(extent) ?? [], extent)),
    whole: shares.map((extent) => {
      const outcomes = fakers.map((person, at) =>
        outcomeOf({
          focus: fakeFocus(person, extent),
          disc: fakeDisc(person, 'favorable', extent),
          core: screens.get(extent)?.[at] ?? [],
        }),
      )
      const invalid = shareOf(outcomes, (outcome) => outcome === 'invalid')
      return { extent, caught: shareOf(outcomes, isDoubtful), invalid }
    }),
    top: [...shares, 'step' as const].map((extent) => topTenth(fakers, extent)),
  }
}

function fakedFocus(people: readonly Faker[], extent: Extent): FakedFocus {
  const sheets = people.map((person) => fakeFocus(person, extent))
  const faked = sheets.map(focusOf)
  const honest = people.map(({ sheet }) => focusOf(sheet.answers))
  const names = Object.keys(honest[0] ?? {}) as Trait[]
  const tOf = (results: readonly FocusResult[], trait: Trait) => results.map((result) => result[trait].t)
  const correlations = names.map((trait) =>
    correlation(
      tOf(faked, trait),
      people.map(({ sheet }) => sheet.truth[trait] as number),
    ),
  )
  const levels = faked.flatMap((result) => names.map((trait) => result[trait].level))
  return {
    extent,
    shifts: shiftsOf(names, (trait) => mean(tOf(faked, trait)) - mean(tOf(honest, trait))),
    r: correlations.some((r) => r === undefined) ? null : kept(mean(correlations as number[])),
    high: shareOf(levels, (level) => level === 'high' || level === 'veryHigh'),
    caught: shareOf(sheets, (focus) => isDoubtful(outcomeOf({ focus }))),
  }
}

function fakedDisc(people: readonly Faker[], aim: DiscAim, extent: Extent): FakedDisc {
  const scores = (choices: readonly DiscChoice[]) => discScores(choices, instruments.disc.norm)
  const sheets = people.map((person) => fakeDisc(person, aim, extent))
  const faked = sheets.map(scores)
  const honest = people.map(({ disc }) => scores(disc))
  const meanOf = (results: typeof faked, letter: Letter) =>
    mean(results.map((result) => result[letter.toLowerCase() as Lowercase<Letter>]))
  const firsts = faked.map(({ style }) => style.charAt(0))
  return {
    aim,
    extent,
    shifts: shiftsOf(letters, (letter) => meanOf(faked, letter) - meanOf(honest, letter)),
    firstRight: shareOf(people, ({ own }, at) => firsts[at] === letters[own.indexOf(Math.max(...own))]),
    firstD: shareOf(firsts, (first) => first === 'D'),
    caught: shareOf(sheets, (disc) => isDoubtful(outcomeOf({ disc }))),
  }
}

function fakedCore(
  people: readonly Faker[],
  sheets: readonly (readonly CoreAnswer[])[],
  extent: Extent,
): FakedCore {
  const { design } = instruments.core
  const orders = sheets.map((sheet, at) => scoreCore(sheet, design, `${at}`).ranked.map(({ key }) => key))
  const correlations = orders.map((order, at) => {
    const places = design.values.map(({ key }) => -order.indexOf(key))
    return correlation(places, people[at]?.values ?? []) ?? 0
  })
  return {
    extent,
    rank: kept(mean(orders.flatMap((order) => wantedValues.map((value) => order.indexOf(value) + 1)))),
    allInFive: shareOf(orders, (order) => wantedValues.every((value) => order.indexOf(value) < 5)),
    r: kept(mean(correlations)),
    caught: shareOf(sheets, (core) => isDoubtful(outcomeOf({ core }))),
  }
}

function topTenth(people: readonly Faker[], extent: Extent): FakedTop {
  const top = people
    .map((person, at) => {
      const isFaker = at % 2 === 1
      const { organization } = focusOf(fakeFocus(person, isFaker ? extent : '0'))
      return { isFaker, t: organization.t, truth: person.sheet.truth.organization as number }
    })
    .sort((one, other) => other.t - one.t)
    .slice(0, Math.ceil(people.length / 10))
  return {
    extent,
    fakers: shareOf(top, ({ isFaker }) => isFaker),
    truth: kept(mean(top.map(({ truth }) => truth))),
  }
}

function focusOf(answers: readonly number[]): FocusResult {
  const { keys, norm, reliability } = instruments.focus
  return scoreFocus(answers, keys, norm, reliability) as FocusResult
}

type Outcome = ReturnType<typeof responseQuality>['outcome']

function outcomeOf(sheet: AnswerSheet): Outcome {
  return responseQuality({ sheet }, instruments).outcome
}

function isDoubtful(outcome: Outcome): boolean {
  return outcome !== 'ok'
}

function shiftsOf<Name extends string>(
  names: readonly Name[],
  shiftOf: (name: Name) => number,
): Record<Name, number> {
  return Object.fromEntries(names.map((name) => [name, kept(shiftOf(name))])) as Record<Name, number>
}

function shareOf<T>(all: readonly T[], holds: (one: T, at: number) => boolean): number {
  return kept(all.filter(holds).length / all.length)
}

/** More digits would only be noise. */
function kept(value: number): number {
  return round(value, 4)
}
