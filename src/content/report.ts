import type { Locale } from '../contract/locale.ts'
import { type Addressed, addressedPart } from './debrief-markup.ts'
import { localized, madeOnce } from './localized.ts'

export type ReportTexts = typeof import('../../content/locales/en/report.json', { with: { type: 'json' }})

const marked = localized<ReportTexts>('report.json')

/** The texts of a person's own results page, which address the person. */
export const reportTexts = madeOnce((locale) => inForm(marked(locale), 'to'))

const about = madeOnce((locale) => inForm(marked(locale), 'about'))

/**
 * Those for a headline about the person, with the slot `{name}`. Undefined in English, where a rule of the dashboard does
 * it, as for debriefs.
 */
export function reportTextsAbout(locale: Locale): ReportTexts | undefined {
  return locale === 'en' ? undefined : about(locale)
}

function inForm<Texts>(texts: Texts, form: keyof Addressed): Texts {
  if (typeof texts === 'string') return addressedPart(texts)[form] as Texts
  if (typeof texts !== 'object' || texts === null) return texts
  if (Array.isArray(texts)) return texts.map((text) => inForm(text, form)) as Texts
  return Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, inForm(text, form)])) as Texts
}
