import { z } from 'zod'
import { noticedSigns } from '../../content/quality.ts'
import { type ReportTexts, reportTexts } from '../../content/report.ts'
import { type Locale, locales } from '../../contract/locale.ts'
import type { DebriefBasis } from '../debrief/facts.ts'
import { Figures, renderFigures } from './figures.ts'
import { buildHeadline } from './headline.ts'
import { localizedScaleNames } from './names.ts'
import { summarizeReport } from './report-summary.ts'
import type { PersonResults } from './results.ts'
import { takeawaySentences } from './takeaway-sentences.ts'

/** The outcome in a sentence and, if there is something to say, what was noticed and how to take it. */
const QualityText = z.strictObject({
  outcome: z.enum(['ok', 'caution', 'invalid']),
  sentence: z.string(),
  noticed: z
    .strictObject({
      title: z.string(),
      signs: z.array(z.strictObject({ what: z.string(), means: z.string() })),
      fair: z.string(),
    })
    .exactOptional(),
})
type QualityText = z.output<typeof QualityText>

/** All texts and figures of a person's own results page that depend on the results, ready to show. */
export const Report = z.strictObject({
  /** The locale of the texts. */
  locale: z.enum(locales),
  headline: z.string(),
  summary: z.array(z.string()),
  /** What most sets the person apart, at most three sentences. */
  takeaways: z.array(z.string()).exactOptional(),
  caveats: z.strictObject({ disc: z.string(), core: z.string() }),
  /** How consistent the answers are; undefined while nothing is known. */
  quality: QualityText.exactOptional(),
  figures: Figures,
})
export type Report = z.output<typeof Report>

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
    caveats: { disc: texts.disc.caveat, core: coreCaveat(results, texts) },
    ...(quality && { quality: qualityText(quality, texts) }),
    figures: renderFigures(results, texts, localizedScaleNames(locale), locale),
  }
}

/** The same with the takeaways. */
export function buildCompleteReport(
  results: PersonResults,
  basis: DebriefBasis,
  locale: Locale,
): Report | undefined {
  const report = buildReport(results, locale)
  if (!report) return undefined
  return { ...report, takeaways: takeawaySentences(results, basis, locale).map(({ text }) => text) }
}

function coreCaveat({ core }: PersonResults, texts: ReportTexts): string {
  return core?.ranked[0]?.rank90 ? texts.core.caveatOfBands : texts.core.caveat
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
