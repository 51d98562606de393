import { type Locale, languageTags } from '../contract/locale.ts'
import { fillSlots } from './fill-slots.ts'
import { sha256 } from './form-hash.ts'
import { siteTexts } from './site.ts'

/** What a person agrees to by starting, sentence by sentence, as the page shows it and the record keeps it. */
export type Agreement = {
  /** Names these very words: another word, account or time of keeping is another version. */
  version: string
  why: string
  results: string
  kept: string
  agree: string
}

/** What the words of an agreement depend on. */
export type Terms = {
  accountName: string
  seesReport: boolean
  /** Days without a change after which the account deletes a person by itself; undefined where it does not. */
  retentionDays?: number | undefined
}

/** The agreement in a language: why it is asked, who sees the results, how long they are kept, and who receives them. */
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

/** The words of an agreement as they are recorded: one sentence or two a line, in the order in which they are read. */
export function agreementText({ why, results, kept, agree }: Omit<Agreement, 'version'>): string {
  return [why, results, kept, agree].join('\n')
}

function daysText(locale: Locale, days: number): string {
  const form = new Intl.PluralRules(languageTags[locale]).select(days)
  return siteTexts(locale)[form === 'one' ? 'agreement.keptDays.one' : 'agreement.keptDays.other']
}
