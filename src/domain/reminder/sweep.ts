import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { mayRemind } from '../account/billing.ts'
import { eachAccount } from '../account/each-account.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { lockProfiles } from '../invite/store.ts'
import { dayIn } from '../message/date-time.ts'
import { listUnreachable } from '../message/opt-out.ts'
import { isQuiet } from '../message/quiet-hours.ts'
import { quietZoneOf } from './check.ts'
import { dueWindows } from './due.ts'
import { remindOne } from './remind-one.ts'
import {
  type DueReminder,
  firstInvite,
  type InvitePosition,
  listDueReminders,
  listInvitesMadeIn,
  listRemindingAccounts,
  listRemindingCampaigns,
  type WindowedSource,
} from './store.ts'

export type ReminderParts = {
  region: string
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  log: { warn(fields: object, message: string): void }
}

/**
 * Reminders of one account per run. Runs are five minutes apart, and an account may send 60 invites a minute: reminders
 * leave room for those that someone sends meanwhile.
 */
const remindersPerRun = 30
const [askedPerPage, invitesPerPage] = [200, 2_000]

/**
 * Sends the reminders that are due. Each is a transaction of its own, in which link, message and audit entry are
 * written with the profile locked, so none is sent twice, whatever the number of processes and crashes.
 */
export async function sendReminders(parts: ReminderParts, signal: AbortSignal): Promise<void> {
  const list = (sql: Sql, after: string, limit: number) =>
    listRemindingAccounts(sql, { now: parts.clock(), after, limit })
  const failure = 'reminders: could not finish an account, will retry'
  const work = (accountId: string) => remindInAccount(parts, accountId, signal)
  await eachAccount({ ...parts, failure, list }, work, signal)
}

const kinds = ['asked', 'campaigns', 'account'] as const
type SweptKind = (typeof kinds)[number]
type SweptSource = WindowedSource | { kind: 'asked' }

/** Reminders that someone asked for first: those have waited for it. */
async function remindInAccount(parts: ReminderParts, accountId: string, signal: AbortSignal): Promise<void> {
  let left = remindersPerRun
  const limited = new Set<DueReminder['channel']>()
  for (const kind of kinds) {
    const sent = await remindAll(parts, accountId, { kind, most: left, limited }, signal)
    if (sent === 'stop') return
    left -= sent
  }
}

/**
 * Sends up to so many reminders, and says how many; `stop` if nothing can follow. `limited` are the channels of which the account
 * has reached the limit of the day: those of the other one go on.
 */
async function remindAll(
  parts: ReminderParts,
  accountId: string,
  { kind, most, limited }: { kind: SweptKind; most: number; limited: Set<DueReminder['channel']> },
  signal: AbortSignal,
): Promise<number | 'stop'> {
  let sent = 0
  for (let after: InvitePosition | undefined = firstInvite; after && !signal.aborted; ) {
    const page: Candidates = await listCandidates(parts, accountId, kind, after)
    for (const due of page.due) {
      if (signal.aborted || sent === most) return 'stop'
      if (limited.has(due.channel)) continue
      const outcome = await tryToRemind(parts, accountId, kind, due)
      if (outcome === 'limited') return 'stop'
      if (outcome === 'channelLimited') limited.add(due.channel)
      if (outcome === 'sent') sent += 1
    }
    after = page.next
  }
  return sent
}

type RemindOutcome = 'sent' | 'skipped' | 'channelLimited' | 'limited'

/** A failure concerns one person and is retried in the next run. */
async function tryToRemind(
  parts: ReminderParts,
  accountId: string,
  kind: SweptKind,
  due: DueReminder,
): Promise<RemindOutcome> {
  try {
    return await remind(parts, accountId, kind, due)
  } catch (error) {
    const { profileId } = due
    parts.log.warn({ accountId, profileId, err: error }, 'reminders: could not send one, will retry')
    return 'skipped'
  }
}

/** Invites that are due, and the position to continue from; none at the end. */
type Candidates = { due: DueReminder[]; next?: InvitePosition | undefined }

/** The next invites that are due, without those to people who have unsubscribed and addresses that have bounced. */
function listCandidates(
  { database, clock, installation }: ReminderParts,
  accountId: string,
  kind: SweptKind,
  after: InvitePosition,
): Promise<Candidates> {
  const look = async (sql: Sql): Promise<Candidates> => {
    const now = clock()
    const account = await findUnlockedAccount(sql, accountId)
    const source = account && (await sourceOf(sql, account, kind, installation, now))
    if (!source) return { due: [] }
    const { due, next } = await listDue(sql, accountId, source, { now, after })
    const addresses = due.map(({ recipient }) => recipient)
    const stopped = await listUnreachable(sql, { accountId, addresses, installation })
    return { due: due.filter(({ recipient }) => !stopped.has(recipient)), next }
  }
  return database.inAccount(accountId, look, { readOnly: true })
}

/** Of the invites of the days, so many are looked at as one statement can: most people have nothing due. */
async function listDue(
  sql: Sql,
  accountId: string,
  source: SweptSource,
  { now, after }: { now: Date; after: InvitePosition },
): Promise<Candidates> {
  if (source.kind === 'asked') {
    const due = await listDueReminders(sql, accountId, source, { now, after: after.id, limit: askedPerPage })
    const last = due.length === askedPerPage ? due.at(-1) : undefined
    return { due, next: last && { ...after, id: last.inviteId } }
  }
  const invites = await listInvitesMadeIn(sql, accountId, source, { after, limit: invitesPerPage })
  const query = { now, limit: invitesPerPage }
  return {
    due: await listDueReminders(sql, accountId, { kind: 'invites', invites }, query),
    next: invites.length === invitesPerPage ? invites.at(-1) : undefined,
  }
}

/** Undefined if the account has no reminders of this kind to send now. */
async function sourceOf(
  sql: Sql,
  account: Account,
  kind: SweptKind,
  installation: InstallationConfig,
  now: Date,
): Promise<SweptSource | undefined> {
  const zone = quietZoneOf(account)
  if (!mayRemind(account, installation, now) || isQuiet(now, zone)) return undefined
  if (kind === 'asked') return { kind }
  if (kind === 'account') {
    const windows = dueWindows(account.preferences.reminderDays ?? [], now)
    return windows.length > 0 ? { kind, windows } : undefined
  }
  const campaigns = await listRemindingCampaigns(sql, account.id, { now, today: dayIn(now, zone) })
  const windows = campaigns.flatMap(({ id, reminderDays }) =>
    dueWindows(reminderDays, now).map((window) => ({ ...window, campaignId: id })),
  )
  return windows.length > 0 ? { kind, windows } : undefined
}

/** Checks everything again with the profile locked: the person may have completed, or someone may have sent an invite. */
function remind(
  { database, clock, newId, installation, region }: ReminderParts,
  accountId: string,
  kind: SweptKind,
  { profileId }: DueReminder,
): Promise<RemindOutcome> {
  return database.inAccount(accountId, async (sql) => {
    const profile = (await lockProfiles(sql, accountId, [profileId])).get(profileId)
    const account = await findUnlockedAccount(sql, accountId)
    if (!profile || !account) return 'skipped'
    const now = clock()
    const source = await sourceOf(sql, account, kind, installation, now)
    const [due] = source ? await listDueReminders(sql, accountId, source, { now, profileId, limit: 1 }) : []
    if (!due) return 'skipped'
    const requestId = `reminder-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const context = { sql, account, sees: 'everyone', now: clock, newId, installation } as const
    const outcome = await remindOne(context, profile, due)
    if (typeof outcome === 'string') return outcome
    recordChanges(sql, {
      accountId,
      actor: { kind: 'system', id: 'reminders', clientId: null },
      action: 'send_reminder',
      requestId,
      changes: [outcome.change],
      now,
      newId,
      secretKey: installation.secretKey,
    })
    return 'sent'
  })
}
