import { agreementIn, agreementText } from '../../content/agreement.ts'
import { conflict } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account, Context } from '../../contract/operation.ts'
import { accountDisplayName } from '../account/appearance.ts'
import { insertAgreement } from './store.ts'

/** The words that a page showed: in which language, and by the version that it was given with them. */
export type ShownAgreement = { locale: Locale; version?: string | undefined }

/**
 * Records what a person agrees to by starting, in the transaction that opens the session. Refused with a conflict
 * where the page showed other words than stand now, since nobody can agree to what they have not read.
 */
export async function recordAgreement(
  { sql, account, now }: Context,
  { profileId, attempt }: { profileId: string; attempt: number },
  { locale, version }: ShownAgreement,
): Promise<void> {
  const agreement = agreementIn(locale, termsOf(account))
  if (version !== undefined && version !== agreement.version) {
    throw conflict('The page has changed. Read it once more.', { code: 'agreement_changed' })
  }
  const kept = { attempt, locale, version: agreement.version, words: agreementText(agreement) }
  await insertAgreement(sql, { accountId: account.id, profileId }, kept, now())
}

function termsOf(account: Account) {
  const { participantSeesReport, retentionDays } = account.preferences
  return {
    accountName: accountDisplayName(account),
    seesReport: participantSeesReport !== false,
    retentionDays,
  }
}
