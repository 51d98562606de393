import type { Locale } from '../contract/locale.ts'
import type { Level, Trait } from '../scoring/results.ts'
import { readContent } from './content-file.ts'
import { focusForm, textKeys } from './forms.ts'
import type { TextStatus } from './items.ts'
import { eachLocale } from './localized.ts'

/** Four paragraphs: the meaning, what gives energy, what to watch out for, how others can work with you. */
export type Sections = readonly string[]

/** The report texts on every value, style and level, in one language. Names are in the items and the scales. */
export type ReportFixtureTexts = {
  readonly locale: Locale
  readonly status: TextStatus
  /** By value. `descriptor` continues "You are". */
  readonly core: Readonly<Record<string, { readonly descriptor: string; readonly sections: Sections }>>
  /** By style, of one letter or of two different ones. */
  readonly disc: Readonly<Record<string, StyleTexts>>
  readonly focus: {
    readonly levels: Readonly<Record<Level, { readonly descriptor: string; readonly text: string }>>
    /** By trait and by facet. */
    readonly scales: Readonly<Record<string, ScaleFixture>>
  }
}

type StyleTexts = {
  readonly label: string
  readonly bullet: string
  readonly descriptor: string
  readonly sections: Sections
}

/** `asks` describes the statements. The bullets of high and low are the sentences of the scales. */
type ScaleFixture = {
  readonly asks: string
  readonly bullets: Readonly<Record<'veryHigh' | 'baseline' | 'veryLow', string>>
  readonly high: string
  readonly baseline: string
  readonly low: string
}

/** The sixteen possible styles, those of one letter first. */
export const discStyles: readonly string[] = ['D', 'I', 'S', 'C'].flatMap((first, _, letters) => [
  first,
  ...letters.filter((second) => second !== first).map((second) => first + second),
])

/** Keys of the five traits, each followed by those of its facets. */
export const focusScales: readonly { trait: Trait; key: string }[] = [
  ...new Set(focusForm.facets.map(({ trait }) => trait)),
].flatMap((trait) => [
  { trait, key: trait },
  ...focusForm.facets.filter((one) => one.trait === trait).map(({ facet }) => ({ trait, key: facet })),
])

/** Reads a locale's report texts. Throws an error that names the first one that is missing. */
export function readReportFixtures(locale: Locale, root?: URL): ReportFixtureTexts {
  const texts = readContent<ReportFixtureTexts>(`locales/${locale}/${fileName}`, root)
  const lacking = [
    ...textKeys.core.filter((key) => !texts.core[key]?.descriptor || texts.core[key].sections.length !== 4),
    ...discStyles.filter((style) => !isWholeStyle(texts.disc[style])),
    ...focusScales.map(({ key }) => key).filter((key) => !isWholeScale(texts.focus.scales[key])),
    ...levels.filter((level) => !texts.focus.levels[level]?.descriptor || !texts.focus.levels[level].text),
  ][0]
  if (lacking) throw new Error(`content/locales/${locale}/${fileName} has no whole text for ${lacking}`)
  return texts
}

const fileName = 'reportFixtures.json'
const levels: readonly Level[] = ['veryLow', 'low', 'baseline', 'high', 'veryHigh']

function isWholeStyle(style: StyleTexts | undefined): boolean {
  return Boolean(style?.label && style.bullet && style.descriptor && style.sections.length === 4)
}

function isWholeScale(scale: ScaleFixture | undefined): boolean {
  if (!scale?.asks || !scale.high || !scale.baseline || !scale.low) return false
  return Boolean(scale.bullets.veryHigh && scale.bullets.baseline && scale.bullets.veryLow)
}

/** A locale's report texts. A missing text stops the start. */
export const reportFixtures = eachLocale((locale) => readReportFixtures(locale))
