import { type NoticedSign, noticedSigns } from '../../content/quality.ts'
import { type ReportTexts, reportTexts } from '../../content/report.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Figures, renderFigures } from './figures.ts'
import { buildHeadline } from './headline.ts'
import { localizedScaleNames } from './names.ts'
import { summarizeReport } from './report-summary.ts'
import type { PersonResults } from './results.ts'

/** All texts and figures of a person's own results page, ready to show. */
export type Report = {
  /** The locale of the texts. */
  readonly locale: Locale
  readonly headline: string
  readonly summary: readonly string[]
  readonly caveats: { readonly disc: string; readonly core: string }
  /** How consistent the answers are; undefined while nothing is known. */
  readonly quality?: QualityText
  readonly figures: Figures
  /** Fixed texts of the page itself. */
  readonly words: ReportTexts['page']
}

/** The outcome in a sentence and, if there is something to say, what was noticed and how to take it. */
export type QualityText = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly sentence: string
  readonly noticed?: { readonly title: string; readonly signs: readonly NoticedSign[]; readonly fair: string }
}

/**
 * Turns results into the page's texts and figures. Deterministic: the same results always give the same report.
 * @returns undefined if no assessment is completed
 */
export function buildReport(results: PersonResults, locale: Locale): Report | undefined {
  const texts = reportTexts(locale)
  const first = buildHeadline(results, texts)
  if (!first) return undefined
  const { quality } = results
  return {
    locale,
    headline: first.text,
    summary: summarizeReport(results, first.facets, texts),
    caveats: { disc: texts.disc.caveat, core: texts.core.caveat },
    ...(quality && { quality: qualityText(quality, texts) }),
    figures: renderFigures(results, texts, localizedScaleNames(locale), locale),
    words: texts.page,
  }
}

function qualityText(
  { outcome, reasons = [] }: NonNullable<PersonResults['quality']>,
  texts: ReportTexts,
): QualityText {
  const signs = outcome === 'ok' ? [] : noticedSigns(reasons, texts)
  const { noticed: title, fair } = texts.quality
  const sentence = texts.quality[outcome]
  return { outcome, sentence, ...(signs.length > 0 && { noticed: { title, signs, fair } }) }
}
