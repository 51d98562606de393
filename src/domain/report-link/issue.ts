import type { Context } from '../../contract/operation.ts'
import { hashSecret, newAccountSecret } from '../../identity/secret.ts'
import { requireMaker } from '../link/maker.ts'
import type { ReportSubject } from './model.ts'
import { insertReportLink } from './store.ts'

export type ReportLinkRequest = {
  subject: ReportSubject
  madeBy: 'person' | 'account'
  locale: string | undefined
  validMinutes: number
  /** A person's own link shows only what was entered through this address. */
  shownThrough?: string | null
}

/** Creates a link and returns its URL, which can't be read again. */
export async function issueReportLink(
  context: Context,
  { subject, madeBy, locale, validMinutes, shownThrough = null }: ReportLinkRequest,
): Promise<{ id: string; url: string; expiresAt: string }> {
  const { sql, account, installation, now, newId } = context
  const id = newId()
  const at = now()
  const expiresAt = new Date(at.getTime() + validMinutes * 60_000)
  const token = newAccountSecret('tmb_report_', account.id)
  await insertReportLink(sql, {
    accountId: account.id,
    id,
    tokenHash: hashSecret(token),
    subject,
    madeBy,
    shownThrough,
    locale: locale ?? null,
    now: at,
    expiresAt,
    maker: await requireMaker(context),
  })
  return { id, url: `${installation.publicUrl}/r/${token}`, expiresAt: expiresAt.toISOString() }
}
