import type { Locale } from '../contract/locale.ts'
import { fillSlots } from './fill-slots.ts'
import { sha256 } from './form-hash.ts'
import { siteTexts } from './site.ts'

/** What a person agrees to by taking part in a study, as the page shows it and the record keeps it. */
export type StudyConsent = {
  /** Identifies this exact text. */
  readonly version: string
  readonly sentences: readonly string[]
}

/** `minutes` is how long answering again takes. */
export function studyConsentIn(
  locale: Locale,
  { accountName, minutes }: { accountName: string; minutes: number },
): StudyConsent {
  const texts = siteTexts(locale)
  const slots = { account: accountName, n: String(minutes) }
  const sentences = (
    ['study.what', 'study.again', 'study.figures', 'study.limit', 'study.stop', 'study.agree'] as const
  ).map((key) => fillSlots(texts[key], slots))
  return { version: sha256(sentences.join('\n')).slice(0, 32), sentences }
}

/** What a person agrees to who lets a study use what the account knows about them. */
export function criteriaConsentIn(locale: Locale, accountName: string): string {
  return fillSlots(siteTexts(locale)['study.criteriaText'], { account: accountName })
}
