import { focusInstrument } from '../../content/norms.ts'
import {
  anonymousRows,
  countPerson,
  type PeopleByValues,
  type QuasiIdentifiers,
  withheld,
} from '../../scoring/anonymous-rows.ts'
import { type FocusKeys, type FocusNorm, generalNorm } from '../../scoring/focus.ts'
import { peerMeans } from '../../scoring/peer-items.ts'
import type { Random } from '../../scoring/random.ts'
import type { Trait } from '../../scoring/results.ts'
import { type StudyPerson, studyFloor } from '../../scoring/study-figure.ts'
import {
  type CriterionMargin,
  drawSample,
  growth,
  type ReleasedFigure,
  releaseFigures,
} from '../../scoring/study-release.ts'
import { studyFigures } from '../../scoring/validation-study.ts'
import type { StudySheets } from './participant-store.ts'
import { differencesOf, occasionOf, ranksOf } from './retest.ts'

/** Somebody who takes part, with the values by which an account could recognize them. */
type Member = StudyPerson & { profileId: string; quasi: QuasiIdentifiers; retestBands: QuasiIdentifiers }

/** Everyone in the account who could take part: those who have asked to by profile, and how many others have which values. */
export type EligiblePeople = { asked: ReadonlyMap<string, QuasiIdentifiers>; others: PeopleByValues }

export type PreparedRelease = { people: number; figures: ReleasedFigure[]; rows: QuasiIdentifiers[] }

/**
 * The next release, or undefined if nothing may be released: too few people, or not enough more than before. It is the
 * only place where what people contributed becomes something that the account sees.
 */
export function prepareRelease(
  sheets: readonly StudySheets[],
  eligible: EligiblePeople,
  study: {
    focusForm: string
    margin: number
    before: PreparedRelease | undefined
    criteria: readonly CriterionMargin[]
  },
  { random, now }: { random: Random; now: Date },
): PreparedRelease | undefined {
  const { keys, norm } = focusInstrument(study.focusForm)
  const members = sheets.flatMap((one) => memberOf(one, keys, norm, now))
  // Those who have retaken the assessment since count with the answers that the study uses.
  const asked = new Map([
    ...eligible.asked,
    ...members.map(({ profileId, quasi }) => [profileId, quasi] as const),
  ])
  const population: PeopleByValues = new Map(
    eligible.others.entries().map(([key, alike]) => [key, { ...alike }] as const),
  )
  for (const values of asked.values()) countPerson(population, values)
  const size = population.values().reduce((sum, { count }) => sum + count, 0)
  const { before, margin, criteria } = study
  if (before === undefined && members.length < studyFloor + margin) return undefined
  const sample = drawSample(members, { eligible: size, margin, criteria }, random)
  if (sample.length === 0) return undefined
  const figures = releaseFigures(studyFigures(sample, keys, norm), before?.figures ?? [], random)
  const isLarger = before === undefined || sample.length >= growth * before.people
  const isNew = figures.some((one) => !before?.figures.includes(one))
  if (!isNew && !isLarger) return undefined
  // Rows of hardly more people than before would differ from them by few.
  if (before && !isLarger) return { people: before.people, figures, rows: before.rows }
  return { people: sample.length, figures, rows: rowsOf(sample, population) }
}

/** The trait scores in three bands, and the language: what rows may show at most. */
export function quasiIdentifiersOf(
  locale: string | null,
  t: Readonly<Record<string, number>>,
): QuasiIdentifiers {
  const bands = traits.map((trait) => [trait, bandOf(t[trait] ?? 50)])
  return { language: locale ?? 'none', ...Object.fromEntries(bands) }
}

export const traits: readonly Trait[] = [
  'flexibility',
  'organization',
  'communication',
  'understanding',
  'stability',
]

/** The columns of a row: the first occasion, and the second by trait. */
export const rowColumns = ['language', ...traits, ...traits.map((trait) => `${trait}Again`)]

function bandOf(t: number): 'low' | 'middle' | 'high' {
  if (t < 45) return 'low'
  return t > 55 ? 'high' : 'middle'
}

function memberOf(sheets: StudySheets, keys: FocusKeys, norm: FocusNorm, now: Date): Member[] {
  const { profileId, t, focus, disc, core, locale, criteria, peers } = sheets
  const { retestAnswers, retestClosesAt, retestCompletedAt } = sheets
  if (focus?.length !== keys.items.length || t === null) return []
  const again = retestCompletedAt === null ? undefined : occasionOf(retestAnswers, profileId)
  const isDue = again !== undefined || (retestClosesAt !== null && new Date(retestClosesAt) <= now)
  const { language: _, ...bandsAgain } = again?.focus
    ? quasiIdentifiersOf(null, traitScores(again.focus, keys, norm))
    : ({} as QuasiIdentifiers)
  return [
    {
      profileId,
      first: {
        focus,
        ...(disc && disc.length > 0 ? { letters: differencesOf(disc) } : {}),
        ...(core ? { ranks: ranksOf(core) } : {}),
      },
      ...(again ? { again } : {}),
      isDue,
      ...(criteria ? { criteria } : {}),
      peers: peers ? peerMeans(peers) : undefined,
      quasi: quasiIdentifiersOf(locale, t),
      retestBands: bandsAgain,
    },
  ]
}

function traitScores(answers: readonly number[], keys: FocusKeys, norm: FocusNorm): Record<string, number> {
  return Object.fromEntries(
    traits.map((trait) => {
      const facets = keys.facets.filter((facet) => facet.trait === trait)
      const { mean, sd } = generalNorm(norm, 'domains', facets[0]?.scale.charAt(0) ?? '')
      const raw = facets
        .flatMap(({ items }) => items)
        .reduce((sum, n) => {
          const answer = answers[n - 1] as number
          return sum + (keys.items[n - 1]?.ipip === -1 ? 6 - answer : answer)
        }, 0)
      return [trait, 50 + (10 * (facets[0]?.sign ?? 1) * (raw - mean)) / sd]
    }),
  )
}

/** In an order that says nothing of who they are of. */
function rowsOf(sample: readonly Member[], population: PeopleByValues): QuasiIdentifiers[] {
  const shown = anonymousRows(
    sample.map(({ quasi }) => quasi),
    population,
  )
  const rows = shown.map((row, at) => {
    const again = sample[at]?.retestBands ?? {}
    const bands = traits.map((trait) => {
      const isShown = row[trait] !== withheld
      return [`${trait}Again`, isShown ? (sample[at]?.again?.focus ? (again[trait] ?? '') : '') : withheld]
    })
    return { ...row, ...Object.fromEntries(bands) }
  })
  return rows.sort((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
}
