import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Sql } from '../../contract/ports.ts'
import { findAccount } from '../account/caller-status-store.ts'
import { recordEvent, setEventOrigin, systemCause } from '../event/record.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import type { WebhookDisabledNotice, WebhookNotice } from '../notice/owner-notice-email.ts'
import { type DisabledReason, disableEndpoint } from './store.ts'

/** What it takes to write events and emails without a request. */
export type UnattendedParts = {
  clock: Clock
  newId: () => string
  region: string
  installation: Pick<InstallationConfig, 'publicUrl' | 'authUrl' | 'secretKey'>
}

const reasons = {
  webhookDisabled: 'failing',
  webhookGone: 'gone',
  webhookBacklog: 'backlog',
} as const satisfies Record<WebhookDisabledNotice['kind'], DisabledReason>

/** Disables an endpoint, with an event for the other endpoints and an email to owners. Nothing if it was not enabled. */
export async function disableByService(
  parts: UnattendedParts,
  sql: Sql,
  accountId: string,
  notice: WebhookDisabledNotice,
): Promise<void> {
  const { webhookId, kind } = notice
  const reason = reasons[kind]
  if (!(await disableEndpoint(sql, accountId, webhookId, { reason, now: parts.clock() }))) return
  setEventOrigin(sql, { ...parts, accountId, by: systemCause, requestId: null, now: parts.clock })
  recordEvent(sql, { type: 'webhook.disabled', data: { webhookId, reason } })
  await notifyUnattended(parts, sql, accountId, notice)
}

/** Emails the owners of an account about one of its endpoints, in the transaction. */
export async function notifyUnattended(
  { installation, newId, clock }: UnattendedParts,
  sql: Sql,
  accountId: string,
  notice: WebhookNotice,
): Promise<void> {
  const status = await findAccount(sql, accountId, null)
  if (!status) return
  await notifyOwners({ sql, account: status.account, installation, newId, now: clock }, null, notice)
}
