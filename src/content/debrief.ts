import type { Locale } from '../contract/locale.ts'
import type { Letter, Trait } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { missingDebriefText } from './debrief-completeness.ts'
import { addressed, type Hedged, hedged } from './debrief-markup.ts'
import type { TextStatus } from './items.ts'

/** The sections of a debrief, in reading order. */
export const debriefSections = [
  'overview',
  'impression',
  'best',
  'pressure',
  'together',
  'colleagues',
  'drives',
  'experiment',
  'questions',
  'limits',
] as const

export type DebriefSection = (typeof debriefSections)[number]

/** The sections that a language model writes, in their order; the others come from our own sentences alone. */
export const modelSections = debriefSections.filter(
  (id): id is ModelSection => id !== 'colleagues' && id !== 'experiment',
)

export type ModelSection = Exclude<DebriefSection, 'colleagues' | 'experiment'>

/** The texts for one side of a facet. */
export type FacetTexts = {
  /** What the person does. */
  readonly say: Hedged
  /** The same in another scene, for other people of that side: another trait of theirs decides. */
  readonly sayToo: Hedged
  /** What it turns into under pressure, or what it can cost. */
  readonly strain: string
  /** What the person could ask of others then; for sides that bring something hard under pressure. */
  readonly request?: string
  /** What colleagues should do or avoid; exactly one of the two. */
  readonly do?: string
  readonly avoid?: string
  /** A second one of the same kind, for sides that many people have. */
  readonly tipToo?: string
  /** A question for a conversation. */
  readonly ask: string
  /** What may help with a colleague of the other side. */
  readonly colleague: string
  /** Something to try for two weeks. */
  readonly experiment: string
}

export type StyleTexts = {
  readonly overview: Hedged
  /** The same for other people of the style, so that not all of them read the same. */
  readonly overviewToo: Hedged
  readonly pressure: string
  readonly do: string
  readonly avoid: string
  readonly doToo: string
  readonly avoidToo: string
}

export type ValueTexts = {
  /** What a person wants who has this value among the first. */
  readonly want: Hedged
  /** The same for other people with the value, so that not all of them read the same; so for `doToo`. */
  readonly wantToo: Hedged
  /** What helps the person to live this value. */
  readonly do: string
  readonly doToo: string
  readonly ask: string
  /** The facet related to the value is high, or low. */
  readonly fit: string
  readonly gap: string
}

/** What two related facts mean together; without a question where their own are enough. */
export type RelationTexts = { readonly say: Hedged; readonly ask?: string }

/** A letter that leads, or `even` if none stands out. */
export type LeadingLetter = Letter | 'even'

/** Every sentence of rule-based debriefs, in one language. All address the person ("You ..."). */
export type DebriefTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  /** Part of every debrief; raised when a text changes. */
  readonly version: string
  readonly headings: Readonly<Record<DebriefSection, string>>
  /** The introductions of the two kinds of tips. */
  readonly tips: { readonly do: string; readonly avoid: string }
  /** The opening if the answers may be unreliable. */
  readonly quality: { readonly caution: string; readonly invalid: string }
  readonly facets: Readonly<Record<string, { readonly high: FacetTexts; readonly low: FacetTexts }>>
  readonly traits: Readonly<Record<Trait, Readonly<Record<'high' | 'middle' | 'low', Hedged>>>>
  /** For a person with hardly any Focus scale off the baseline. */
  readonly flat: Hedged
  /** By style, and `even` if no letter stands out. */
  readonly styles: Readonly<Record<string, StyleTexts>>
  /** For a letter clearly below the midline. */
  readonly letters: Readonly<Record<Letter, { readonly low: Hedged }>>
  /** What may help with a colleague whose letter leads, by the person's own letter. */
  readonly withLetters: Readonly<Record<LeadingLetter, Readonly<Partial<Record<Letter, string>>>>>
  /** The same for other people of that letter. */
  readonly withLettersToo: Readonly<Record<LeadingLetter, Readonly<Partial<Record<Letter, string>>>>>
  readonly values: Readonly<Record<string, ValueTexts>>
  /** What two of the first three values have in common or where they pull apart, by both in the order of the instrument. */
  readonly valuesPair: Readonly<Record<string, Readonly<Record<string, Hedged>>>>
  /** What follows from the leading letter and one of the first values together. */
  readonly letterWithValue: Readonly<Record<Letter, Readonly<Record<string, Hedged>>>>
  readonly relations: Readonly<Record<string, RelationTexts>>
  /** Something to try if no facet suggests it; the slot {value} is the first value. */
  readonly experiments: Readonly<Record<LeadingLetter | 'value', string>>
  /** What a debrief cannot say. */
  readonly limits: Readonly<
    Record<'general' | 'short' | 'use' | 'unsureOrder' | 'unsureFirst' | 'unsureSecond' | 'partial', string>
  >
  /** Each letter by the name that the sentences give it, such as "results (D)", for a place within a sentence. */
  readonly letterNames: Readonly<Record<Letter, string>>
  /** Texts about the person, with the slot {name}, by the text to the person; none for texts that are the same. */
  readonly about: ReadonlyMap<string, string>
}

/** The file: hedges and forms of address are marked in its texts. No text is missing. */
export type MarkedDebrief = Readonly<Record<string, unknown>>

/** Reads a locale's sentences. Throws an error that names the first one that is missing. */
export function readMarkedDebrief(locale: Locale, root?: URL): MarkedDebrief {
  const path = `locales/${locale}/debrief.json`
  const marked = readContent<MarkedDebrief>(path, root)
  const missing = missingDebriefText(marked)
  if (missing) throw new Error(`content/${path} has no text for ${missing}`)
  return marked
}

/** The sentences, with both versions of those that can hedge. */
export function debriefTextsFrom(marked: MarkedDebrief): DebriefTexts {
  const about = new Map<string, string>()
  const textOf = (text: string): string => {
    const both = addressed(text)
    if (both.about !== both.to) about.set(both.to, both.about)
    return both.to
  }
  const read = (value: unknown, key: string): unknown => {
    if (typeof value !== 'string')
      return Object.fromEntries(
        Object.entries(value as object).map(([name, part]) => [name, read(part, `${key}.${name}`)]),
      )
    if (!canHedge.test(key)) return textOf(value)
    const { sure, likely } = hedged(value)
    return { sure: textOf(sure), likely: textOf(likely) }
  }
  return { ...(read(marked, '') as Omit<DebriefTexts, 'about'>), about }
}

/** The paths of texts with a hedge. */
const canHedge =
  /^\.(facets\.\w+\.\w+\.say(?:Too)?|traits\.\w+\.\w+|flat|styles\.\w+\.overview(?:Too)?|letters\.\w\.low|values\.\w+\.want(?:Too)?|valuesPair\.\w+\.\w+|letterWithValue\.\w\.\w+|relations\.\w+\.say)$/
