import { type Locale, languageTags } from '../contract/locale.ts'
import { fillSlots } from './fill-slots.ts'
import { sha256 } from './form-hash.ts'
import { siteTexts } from './site.ts'

/** What a person agrees to by starting, sentence by sentence, as the page shows and the record stores it. */
export type Agreement = {
  /** Identifies this exact text: other words, another account or another retention time give another version. */
  version: string
  why: string
  results: string
  kept: string
  agree: string
}

/** The facts that the wording depends on. */
export type Terms = {
  accountName: string
  seesReport: boolean
  /** Days without activity after which the account deletes a person automatically; undefined if it does not. */
  retentionDays?: number | undefined
}

/** The agreement in a language: purpose, who sees the results, how long they are kept, and who receives them. */
export function agreementIn(locale: Locale, { accountName, seesReport, retentionDays }: Terms): Agreement {
  const texts = siteTexts(locale)
  const slots = { account: accountName, n: String(retentionDays) }
  const sentences = {
    why: texts['link.whyText'],
    results: fillSlots(texts[seesReport ? 'link.whoBoth' : 'link.whoAccount'], slots),
    kept: fillSlots(
      retentionDays === undefined ? texts['agreement.keptOpen'] : daysText(locale, retentionDays),
      slots,
    ),
    agree: fillSlots(texts['agreement.agree'], slots),
  }
  return { version: sha256(agreementText(sentences)).slice(0, 32), ...sentences }
}

/** The text of an agreement as it is recorded, in reading order. */
export function agreementText({ why, results, kept, agree }: Omit<Agreement, 'version'>): string {
  return [why, results, kept, agree].join('\n')
}

function daysText(locale: Locale, days: number): string {
  const form = new Intl.PluralRules(languageTags[locale]).select(days)
  return siteTexts(locale)[form === 'one' ? 'agreement.keptDays.one' : 'agreement.keptDays.other']
}
