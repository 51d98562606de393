import { nameSlot } from '../../content/debrief-markup.ts'
import { fillSlots } from '../../content/fill-slots.ts'
import type { ReportTexts } from '../../content/report.ts'
import { firstLetterShare } from '../../scoring/first-letter.ts'
import type { DiscResult } from '../../scoring/results.ts'
import { type FacetDeviation, facetDeviations, verbPhrase } from './leanings.ts'
import type { PersonResults } from './results.ts'
import { styleKey } from './style.ts'

export type Headline = {
  text: string
  /** Facets that the headline mentions, which the summary then leaves out. */
  facets: readonly string[]
}

/**
 * One plain sentence about a person: the DISC style with the most extreme facet that the style doesn't already cover.
 * Without DISC it uses the two most extreme facets, without Focus the first values. It says "tend to" if the first
 * letter or the answers are uncertain. With the texts about the person it has the slot `{name}`.
 * @returns undefined if no assessment is completed
 */
export function buildHeadline(results: PersonResults, texts: ReportTexts): Headline | undefined {
  const deviations = results.focus ? facetDeviations(results.focus) : []
  if (results.disc) return fromStyle(results.disc, deviations, isDoubtful(results), texts)
  if (results.focus) return fromFacets(deviations, texts)
  if (results.core) return { text: fromValues(results.core, texts), facets: [] }
  return undefined
}

function isDoubtful({ disc, quality }: PersonResults): boolean {
  const answersDoubtful = quality !== undefined && quality.outcome !== 'ok'
  return answersDoubtful || (disc !== undefined && firstLetterShare(disc) < sureShare)
}

/** The name is filled in by the reader's page, so it stays a slot. */
const name = { name: nameSlot }

/** If the first letter repeats less often than this, the headline says "tend to". */
const sureShare = 0.6

function fromStyle(
  disc: DiscResult,
  deviations: readonly FacetDeviation[],
  doubtful: boolean,
  texts: ReportTexts,
): Headline {
  const key = styleKey(disc)
  const words = texts.headline.styles[key]
  const accent = deviations.find(
    (leaning) => !isSaid(key, leaning) && verbPhrase(texts, leaning) !== undefined,
  )
  const phrase = accent && verbPhrase(texts, accent)
  return {
    text: fillSlots(doubtful ? words.unsure : words.sure, { ...name, accent: phrase ?? words.accent }),
    facets: accent ? [accent.facet] : [],
  }
}

/** Facets that a letter's own clause covers: repeating them is redundant, and their opposite contradicts it. */
const spokenFor: Record<string, readonly string[]> = {
  D: ['leadership', 'goalOriented', 'teamwork', 'prudence'],
  I: ['friendliness', 'sociability', 'cheerfulness', 'confidence'],
  S: ['vigor', 'temperance', 'innovativeness', 'discipline', 'prudence'],
  C: ['systemization', 'prudence', 'responsibility', 'discipline', 'selfBelief'],
}

function isSaid(style: string, { facet }: FacetDeviation): boolean {
  return style !== 'even' && [...style].some((letter) => spokenFor[letter]?.includes(facet))
}

function fromFacets(deviations: readonly FacetDeviation[], texts: ReportTexts): Headline {
  const sayable = deviations.filter((leaning) => verbPhrase(texts, leaning) !== undefined).slice(0, 2)
  const [first, second] = sayable.map((leaning) => verbPhrase(texts, leaning) ?? '')
  const { two, one, none } = texts.headline.focus
  const facets = sayable.map(({ facet }) => facet)
  if (first && second) return { text: fillSlots(two, { ...name, first, second }), facets }
  return { text: first ? fillSlots(one, { ...name, first }) : none, facets }
}

function fromValues(core: NonNullable<PersonResults['core']>, texts: ReportTexts): string {
  const words = texts.values as Record<string, { first: string; inside: string }>
  const [, lowest = 1] = core.ranked[0]?.rank90 ?? []
  return fillSlots(lowest > 2 ? texts.headline.coreAmong : texts.headline.core, {
    ...name,
    First: words[core.first]?.first ?? '',
    second: words[core.second]?.inside ?? '',
  })
}
