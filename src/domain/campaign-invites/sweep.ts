import type { InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, Sql } from '../../contract/ports.ts'
import { mayRemind } from '../account/billing.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { recordChanges } from '../audit/record.ts'
import { lockCampaignTerms } from '../campaign-progress/store.ts'
import {
  holdChannel,
  isQueueDue,
  listDueQueues,
  listNextWaiting,
  lockWaiting,
  postponeQueue,
  refuseOldWaiting,
  refuseWaiting,
  removeAllWaiting,
  removeQueue,
} from '../campaign-progress/waiting-store.ts'
import { setEventOrigin, systemCause } from '../event/record.ts'
import { inviteMany } from '../invite/bulk.ts'
import { inviteLimits, isAccountLimit, isChannelLimit } from '../invite/limits.ts'
import { listRecentInvites, lockProfiles } from '../invite/store.ts'
import { lockLastingMaker } from '../link/store.ts'

export type WaitingInviteParts = {
  region: string
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  /** Called when messages may have been queued. */
  wakeOutbox: () => void
  log: { warn(fields: object, message: string): void }
}

type QueueKey = { accountId: string; campaignId: string }

/** Of the 60 invites that an account may send in a minute. The others are for what someone sends meanwhile. */
const mostPerMinute = inviteLimits.account - 10

const queuesAtOnce = 200
const retrySeconds = 60

/**
 * Invites the people who wait in campaigns, as the limits of each account allow. Accounts and campaigns take turns, one
 * person each. Each invite is a transaction of its own that also takes the person out of the queue, with the campaign
 * locked: so each gets one, whatever the number of processes and crashes.
 */
export async function sendWaitingInvites(parts: WaitingInviteParts, signal: AbortSignal): Promise<void> {
  const { database, clock, wakeOutbox, log } = parts
  // These are due again in the next run.
  const failed = new Set<string>()
  while (!signal.aborted) {
    const limit = queuesAtOnce + failed.size
    const list = (sql: Sql) => listDueQueues(sql, { now: clock(), limit })
    const due = (await database.inSystem(list, { readOnly: true })).filter(
      ({ campaignId }) => !failed.has(campaignId),
    )
    if (due.length === 0) return
    for (const queue of due) {
      if (signal.aborted) break
      try {
        await inviteNext(parts, queue)
      } catch (error) {
        failed.add(queue.campaignId)
        log.warn({ ...queue, err: error }, 'campaign invites: could not send one, will retry')
        await postponeAfterFailure(parts, queue)
      }
    }
    wakeOutbox()
  }
}

/** Others of the account, and other accounts, go on meanwhile. If this fails too, the next run tries again. */
async function postponeAfterFailure({ database, clock, log }: WaitingInviteParts, queue: QueueKey) {
  const dueAt = new Date(clock().getTime() + retrySeconds * 1_000)
  await database
    .inAccount(queue.accountId, (sql) => postponeQueue(sql, queue, dueAt))
    .catch((error: unknown) => log.warn({ ...queue, err: error }, 'campaign invites: could not postpone'))
}

/** Invites one person, or says when the next may be. */
function inviteNext(
  { database, clock, newId, installation, region }: WaitingInviteParts,
  queue: QueueKey,
): Promise<void> {
  const { accountId, campaignId } = queue
  return database.inAccount(accountId, async (sql) => {
    const campaign = await lockCampaignTerms(sql, accountId, campaignId)
    const now = clock()
    if (!campaign || !(await isQueueDue(sql, queue, now))) return
    const { hasEnded, ...terms } = campaign
    // An earlier version that runs beside this one ends campaigns without their queue.
    if (hasEnded) return removeAllWaiting(sql, queue)
    const postpone = (seconds: number) => postponeQueue(sql, queue, new Date(now.getTime() + seconds * 1_000))
    await refuseOldWaiting(sql, queue, now)
    const next = await listNextWaiting(sql, queue)
    const openAt = ({ heldUntil }: (typeof next)[number]) => (heldUntil === null ? 0 : Date.parse(heldUntil))
    const person = next.find((one) => openAt(one) <= now.getTime())
    if (!person) {
      if (next.length === 0) return removeQueue(sql, queue)
      return postponeQueue(sql, queue, new Date(Math.min(...next.map(openAt))))
    }
    const { profileId, channel, askedAt, clientId, grantId, memberId } = person
    const maker = { clientId, grantId, memberId }
    const account = await findUnlockedAccount(sql, accountId)
    if (!account || !mayRemind(account, installation, now)) return postpone(retrySeconds)
    const wait = installation.isLimited ? await secondsUntilRoom(sql, accountId, now) : 0
    if (wait > 0) return postpone(wait)
    if (!(await lockLastingMaker(sql, accountId, maker)))
      return refuseWaiting(sql, queue, profileId, 'access_ended')
    if (channel === 'sms' && installation.smsCountries === 'none')
      return refuseWaiting(sql, queue, profileId, 'country_not_allowed')
    // In the order in which a deletion locks them.
    await lockProfiles(sql, accountId, [profileId])
    // Taking away someone's access refuses what they asked for.
    const place = await lockWaiting(sql, queue, profileId)
    if (!place) return
    // An earlier version that runs beside this one takes nobody off a queue who asks it to be deleted.
    if (place.hasAskedErasure) return refuseWaiting(sql, queue, profileId, 'erasure_requested')
    const requestId = `invite-${newId()}`
    setEventOrigin(sql, { accountId, region, by: systemCause, requestId: null, now: clock, newId })
    const context = { sql, account, sees: 'everyone', now: clock, newId, installation } as const
    const { results, changes } = await inviteMany(context, {
      ...{
        profileIds: [profileId],
        channel,
        campaign: terms,
        maker,
        evenBounced: place.evenBounced,
        askedAt,
      },
    })
    const [result] = results
    if (result?.status === 'sent') {
      recordChanges(sql, {
        ...{ accountId, requestId, changes, now, newId, secretKey: installation.secretKey },
        actor: { kind: 'system', id: 'invites', clientId: null },
        action: 'send_invites',
      })
      // Behind those that have waited since.
      return postpone(0)
    }
    const reason = result?.reason ?? 'profile_not_on_account'
    const isLater = isAccountLimit(reason) || reason === 'invited_just_now'
    const seconds = result?.retryAfterSeconds ?? retrySeconds
    if (isChannelLimit(reason)) {
      // Due at once, for the other channel.
      await holdChannel(sql, queue, channel, new Date(now.getTime() + seconds * 1_000))
      return postpone(0)
    }
    if (isLater) return postpone(seconds)
    return refuseWaiting(sql, queue, profileId, reason)
  })
}

/** Until the account has sent fewer than its share of the last minute. */
async function secondsUntilRoom(sql: Sql, accountId: string, now: Date): Promise<number> {
  const period = inviteLimits.seconds * 1_000
  const minute = { since: new Date(now.getTime() - period), until: new Date(now.getTime() + period) }
  const recent = await listRecentInvites(sql, accountId, minute)
  const blocking = recent.filter(({ origin }) => origin === 'account')[mostPerMinute - 1]
  if (!blocking) return 0
  return Math.max(1, Math.ceil((Date.parse(blocking.created_at) + period - now.getTime()) / 1_000))
}
