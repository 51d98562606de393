import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { findAddressFailure } from '../invite/address.ts'
import { isInviteRefused, permitInvites } from '../invite/limits.ts'
import { createInvite, inviteChange } from '../invite/send.ts'
import { lockProfiles } from '../invite/store.ts'
import { lockMaker } from '../link/store.ts'
import { listOptedOut } from '../message/opt-out.ts'
import { mayRemind, quietZoneOf } from './check.ts'
import { dueWindows } from './due.ts'
import { isQuiet } from './quiet-hours.ts'
import { type DueReminder, listDueReminders, listRemindingAccounts } from './store.ts'

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
const [accountsPerPage, invitesPerPage] = [100, 200]

/**
 * Sends the reminders that are due. Each is a transaction of its own, in which link, message and audit entry are
 * written with the profile locked, so none is sent twice, whatever the number of processes and crashes.
 */
export async function sendReminders(parts: ReminderParts, signal: AbortSignal): Promise<void> {
  let last = ''
  while (!signal.aborted) {
    const list = (sql: Sql) => listRemindingAccounts(sql, last, accountsPerPage)
    const accounts = await parts.database.inSystem(list, { readOnly: true })
    for (const accountId of accounts) await remindInAccount(parts, accountId, signal)
    if (accounts.length < accountsPerPage) return
    last = accounts.at(-1) ?? last
  }
}

async function remindInAccount(parts: ReminderParts, accountId: string, signal: AbortSignal): Promise<void> {
  let sent = 0
  let after = ''
  for (let found = invitesPerPage; found === invitesPerPage; ) {
    const page = await listCandidates(parts, accountId, after)
    for (const due of page.due) {
      if (signal.aborted || sent === remindersPerRun) return
      const outcome = await tryToRemind(parts, accountId, due)
      if (outcome === 'limited') return
      if (outcome === 'sent') sent += 1
    }
    found = page.found
    after = page.last
  }
}

/** A failure concerns one person and is retried in the next run. */
async function tryToRemind(
  parts: ReminderParts,
  accountId: string,
  due: DueReminder,
): Promise<'sent' | 'skipped' | 'limited'> {
  try {
    return await remind(parts, accountId, due)
  } catch (error) {
    const { profileId } = due
    parts.log.warn({ accountId, profileId, err: error }, 'reminders: could not send one, will retry')
    return 'skipped'
  }
}

/** The next invites that are due, without those to people who have unsubscribed. */
function listCandidates({ database, clock, installation }: ReminderParts, accountId: string, after: string) {
  const look = async (sql: Sql): Promise<{ due: DueReminder[]; found: number; last: string }> => {
    const now = clock()
    const account = await findUnlockedAccount(sql, accountId)
    const windows = account ? windowsOf(account, installation, now) : []
    if (windows.length === 0) return { due: [], found: 0, last: after }
    const all = await listDueReminders(sql, accountId, { windows, now, after, limit: invitesPerPage })
    const addresses = all.map(({ recipient }) => recipient)
    const stopped = await listOptedOut(sql, { accountId, addresses, installation })
    return {
      due: all.filter(({ recipient }) => !stopped.has(recipient)),
      found: all.length,
      last: all.at(-1)?.inviteId ?? after,
    }
  }
  return database.inAccount(accountId, look, { readOnly: true })
}

/** Empty if the account can't send reminders now. */
function windowsOf(account: Account, installation: InstallationConfig, now: Date) {
  if (!mayRemind(account, installation, now) || isQuiet(now, quietZoneOf(account))) return []
  return dueWindows(account.preferences.reminderDays ?? [], now)
}

/** Checks everything again with the profile locked: the person may have completed, or someone may have sent an invite. */
function remind(
  { database, clock, newId, installation, region }: ReminderParts,
  accountId: string,
  { profileId }: DueReminder,
): Promise<'sent' | 'skipped' | 'limited'> {
  return database.inAccount(accountId, async (sql) => {
    const profile = (await lockProfiles(sql, accountId, [profileId])).get(profileId)
    const account = await findUnlockedAccount(sql, accountId)
    if (!profile || !account) return 'skipped'
    const now = clock()
    const windows = windowsOf(account, installation, now)
    const [due] = await listDueReminders(sql, accountId, { windows, now, profileId, limit: 1 })
    // A link ends with its maker, and so do its reminders.
    if (!due || !(await lockMaker(sql, accountId, makerOf(due)))) return 'skipped'
    const address = { channel: due.channel, to: due.recipient }
    if (due.channel === 'sms' && installation.smsCountries === 'none') return 'skipped'
    if (await findAddressFailure(address, installation)) return 'skipped'
    const requestId = `reminder-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const context = { sql, account, now: clock, newId, installation }
    const permit = (await permitInvites(context, [{ profileId, address }])).get(profileId)
    if (!permit) throw new Error('The limits returned no result for this reminder.')
    if (isInviteRefused(permit)) return accountLimits.has(permit.code) ? 'limited' : 'skipped'
    const reminder = { inviteId: due.inviteId, day: due.day }
    await createInvite(context, profile, permit, { maker: makerOf(due), reminder })
    recordChanges(sql, {
      accountId,
      actor: { kind: 'system', id: 'reminders', clientId: null },
      action: 'send_reminder',
      requestId,
      changes: [inviteChange(profileId, due.channel)],
      now,
      newId,
      secretKey: installation.secretKey,
    })
    return 'sent'
  })
}

/** Limits that the other people of the account would reach too. */
const accountLimits = new Set<string>(['invite_limit', 'email_limit', 'text_limit'])

function makerOf({ clientId, grantId, memberId }: DueReminder) {
  return { clientId, grantId, memberId }
}
