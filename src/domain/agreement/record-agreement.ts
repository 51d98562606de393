import { agreementIn, agreementText } from '../../content/agreement.ts'
import { Failure } from '../../contract/failure.ts'
import type { Locale } from '../../contract/locale.ts'
import type { Account, Context } from '../../contract/operation.ts'
import { insertAgreement } from './store.ts'

/** The agreement that a page showed: its language, and the version it was rendered with. */
export type ShownAgreement = { locale: Locale; version?: string | undefined }

/**
 * Records what a person agrees to by starting, in the transaction that opens the session. Fails as `conflict` if the
 * page showed an older text, because no one can agree to what they have not read.
 */
export async function recordAgreement(
  { sql, account, now }: Context,
  { profileId, attempt }: { profileId: string; attempt: number },
  { locale, version }: ShownAgreement,
): Promise<void> {
  const agreement = agreementIn(locale, termsOf(account))
  if (version !== undefined && version !== agreement.version) {
    throw new Failure('agreement_changed')
  }
  const record = { attempt, locale, version: agreement.version, words: agreementText(agreement) }
  await insertAgreement(sql, { accountId: account.id, profileId }, record, now())
}

function termsOf(account: Account) {
  const { participantSeesReport, retentionDays } = account.preferences
  return {
    accountName: account.name,
    seesReport: participantSeesReport !== false,
    retentionDays,
  }
}
