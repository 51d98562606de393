import { type NoticedSign, signsOf } from '../../content/quality.ts'
import { type ReportTexts, reportTexts } from '../../content/report.ts'
import type { Locale } from '../../contract/locale.ts'
import { type Figures, figures } from './figures.ts'
import { headline } from './headline.ts'
import { lede } from './lede.ts'
import { scaleNames } from './names.ts'
import type { Results } from './results.ts'

/** Everything that a person's own results page says and draws, ready to show. */
export type Report = {
  /** The locale that the words are in. */
  readonly locale: Locale
  readonly headline: string
  readonly lede: readonly string[]
  readonly caveats: { readonly disc: string; readonly core: string }
  /** How the answers hold together; left out while nothing is known of it. */
  readonly quality?: QualityWords
  readonly figures: Figures
  /** Fixed texts of the page itself. */
  readonly words: ReportTexts['page']
}

/** The outcome in a sentence and, where there is something to be said, what was noticed and how to take it. */
export type QualityWords = {
  readonly outcome: 'ok' | 'caution' | 'invalid'
  readonly sentence: string
  readonly noticed?: { readonly title: string; readonly signs: readonly NoticedSign[]; readonly fair: string }
}

/**
 * Turns results into the page's words and figures: the same results always give the same report.
 * @returns undefined where no assessment is done yet
 */
export function report(results: Results, locale: Locale): Report | undefined {
  const texts = reportTexts(locale)
  const first = headline(results, texts)
  if (!first) return undefined
  const { quality } = results
  return {
    locale,
    headline: first.text,
    lede: lede(results, first.facets, texts),
    caveats: { disc: texts.disc.caveat, core: texts.core.caveat },
    ...(quality && { quality: qualityWords(quality, texts) }),
    figures: figures(results, texts, scaleNames(locale), locale),
    words: texts.page,
  }
}

function qualityWords(
  { outcome, reasons = [] }: NonNullable<Results['quality']>,
  texts: ReportTexts,
): QualityWords {
  const signs = outcome === 'ok' ? [] : signsOf(reasons, texts)
  const { noticed: title, fair } = texts.quality
  const sentence = texts.quality[outcome]
  return { outcome, sentence, ...(signs.length > 0 && { noticed: { title, signs, fair } }) }
}
