import type { Account, InstallationConfig } from '../../contract/operation.ts'
import type { Clock, Database, OutgoingMessage, Sql } from '../../contract/ports.ts'
import type { Role } from '../../contract/role.ts'
import { findUnlockedAccount } from '../account/store.ts'
import { isPermitRefused, openPermitBatch, type Permit } from '../message/permit.ts'
import { isNotifiedOwner } from '../notice/store.ts'
import { enqueue, messageIdFor } from '../outbox/enqueue.ts'
import { composeNotice } from './compose.ts'
import { nextDigestAt } from './digest-time.ts'
import { insertNoticeEmail, listDueMembers, listNoticeEvents, type NoticeRange } from './event-store.ts'
import { mayBeNotified, type NoticeChoice } from './model.ts'
import { findNewestSeq, findNoticeMember, lockFreeChoices, type NoticeOwner, writeChoice } from './store.ts'

export type MemberNoticeParts = {
  database: Database
  clock: Clock
  newId: () => string
  installation: InstallationConfig
  /** Called after a transaction that queued an email has committed. */
  wakeOutbox: () => void
  log: { warn(fields: object, message: string): void }
}

const membersPerPage = 100
/** Events of one kind that are emailed at once in one transaction. */
const eventsPerRun = 50

/**
 * Queues the emails that members have chosen and that are due. One transaction per member moves the positions in the
 * event feed and queues what they pass, so nothing is sent twice or left out, whatever the number of processes and
 * crashes.
 */
export async function sendMemberNotices(parts: MemberNoticeParts, signal: AbortSignal): Promise<void> {
  let after: NoticeOwner = { accountId: '', memberId: '' }
  for (let found = membersPerPage; found === membersPerPage && !signal.aborted; ) {
    const list = (sql: Sql) => listDueMembers(sql, parts.clock(), after, membersPerPage)
    const due = await parts.database.inSystem(list, { readOnly: true })
    for (const owner of due) {
      if (signal.aborted) return
      await tryToNotify(parts, owner)
    }
    found = due.length
    after = due.at(-1) ?? after
  }
}

/** A failure concerns one member and is retried in the next run. */
async function tryToNotify(parts: MemberNoticeParts, owner: NoticeOwner): Promise<void> {
  try {
    const queued = await parts.database.inAccount(owner.accountId, (sql) => notify(parts, sql, owner))
    if (queued > 0) parts.wakeOutbox()
  } catch (error) {
    parts.log.warn({ ...owner, err: error }, 'member notices: could not queue, will retry')
  }
}

/** What one run has in hand for one member. */
type Run = {
  parts: MemberNoticeParts
  sql: Sql
  account: Account
  owner: NoticeOwner
  member: { id: string; email: string; role: Role }
  /** The newest event of the account; what comes after it is for the next run. */
  newest: number
  now: Date
  timezone: string
}

/** Returns the number of emails queued. */
async function notify(parts: MemberNoticeParts, sql: Sql, owner: NoticeOwner): Promise<number> {
  const choices = await lockFreeChoices(sql, owner)
  const account = await findUnlockedAccount(sql, owner.accountId)
  const found = await findNoticeMember(sql, owner)
  if (!account || account.paused || !found) return 0
  const run: Run = {
    parts,
    sql,
    account,
    owner,
    member: { id: owner.memberId, ...found },
    newest: await findNewestSeq(sql, owner.accountId),
    now: parts.clock(),
    timezone: account.preferences.timezone ?? 'UTC',
  }
  const dueDigests = choices.filter(
    ({ digestDueAt }) => digestDueAt !== null && Date.parse(digestDueAt) <= run.now.getTime(),
  )
  let queued = await sendDigest(run, dueDigests)
  for (const choice of choices) {
    if (choice.frequency === 'atOnce' && choice.digestDueAt === null) queued += await sendAtOnce(run, choice)
  }
  return queued
}

/** One email about all kinds whose digest is due; none if nothing happened. */
async function sendDigest(run: Run, due: readonly NoticeChoice[]): Promise<number> {
  const { sql, owner, account, member, now, timezone, newest } = run
  if (due.length === 0) return 0
  const ranges = due.map((choice) => rangeOf(run, choice))
  const message = await composeNotice({ ...run.parts, sql, account }, member, { ranges, isDigest: true })
  if (message) {
    const [permit] = await requestPermits(run, 1, true)
    if (!permit) {
      // Nothing is lost: the next digest begins where this one would have.
      const digestDueAt = nextDigestAt(now, timezone, 'daily').toISOString()
      for (const choice of due) await writeChoice(sql, owner, { ...choice, digestDueAt })
      return 0
    }
    await queue(run, permit, message, { ranges, isDigest: true })
  }
  for (const choice of due) {
    const isAtOnce = choice.frequency === 'atOnce'
    const digestDueAt = isAtOnce ? null : nextDigestAt(now, timezone, choice.frequency).toISOString()
    await writeChoice(sql, owner, { ...choice, seq: newest, digestDueAt })
  }
  return message ? 1 : 0
}

/** One email per event. Those beyond the daily maximum are left to a digest. */
async function sendAtOnce(run: Run, choice: NoticeChoice): Promise<number> {
  const { sql, owner, account, member, now, timezone, newest } = run
  const events = (await isSentAtOnce(run, choice))
    ? await listNoticeEvents(sql, account.id, rangeOf(run, choice), eventsPerRun)
    : []
  const permits = await requestPermits(run, events.length, false)
  let { seq } = choice
  let queued = 0
  for (const [place, event] of events.entries()) {
    const permit = permits[place]
    if (!permit) break
    const ranges = [{ ...rangeOf(run, choice), afterSeq: seq, upToSeq: event.seq }]
    const message = await composeNotice({ ...run.parts, sql, account }, member, { ranges, isDigest: false })
    if (!message) throw new Error('The person of this event was deleted meanwhile.')
    await queue(run, permit, message, { ranges, isDigest: false, profileId: event.profileId })
    seq = event.seq
    queued += 1
  }
  const isOverMaximum = queued < events.length
  const isDone = !isOverMaximum && events.length < eventsPerRun
  await writeChoice(sql, owner, {
    ...choice,
    seq: isDone ? newest : seq,
    digestDueAt: isOverMaximum ? nextDigestAt(now, timezone, 'daily').toISOString() : null,
  })
  return queued
}

/** Owners get an email about each deletion request anyway, in the transaction of the request. */
async function isSentAtOnce({ sql, owner, member }: Run, { kind }: NoticeChoice): Promise<boolean> {
  if (!mayBeNotified(member.role, kind)) return false
  return kind !== 'erasureRequested' || !(await isNotifiedOwner(sql, owner.accountId, owner.memberId))
}

function rangeOf({ newest }: Run, { kind, seq, tagIds }: NoticeChoice): NoticeRange {
  return { kind, afterSeq: seq, upToSeq: newest, tagIds }
}

/** As many permits as the member's daily maximum leaves. */
async function requestPermits(
  { parts, sql, account, member, now }: Run,
  count: number,
  isDigest: boolean,
): Promise<Permit[]> {
  if (count === 0) return []
  const sending = {
    kind: 'memberNotice',
    channel: 'email',
    to: member.email,
    memberId: member.id,
    isDigest,
  } as const
  const permitParts = { sql, accountId: account.id, now, installation: parts.installation }
  const batch = await openPermitBatch(permitParts, [sending])
  const answers = Array.from({ length: count }, () => batch.request(sending))
  await batch.commit()
  return answers.flatMap((answer) => (isPermitRefused(answer) ? [] : [answer]))
}

async function queue(
  { parts, sql, owner, now }: Run,
  permit: Permit,
  message: OutgoingMessage,
  about: { ranges: readonly NoticeRange[]; isDigest: boolean; profileId?: string },
): Promise<void> {
  const { installation, newId } = parts
  const id = newId()
  for (const { kind, afterSeq, upToSeq } of about.ranges) {
    if (upToSeq === afterSeq) continue
    const row = { kind, afterSeq, upToSeq, outboxId: id, isDigest: about.isDigest }
    await insertNoticeEmail(sql, owner, row, now)
  }
  await enqueue(sql, {
    accountId: owner.accountId,
    id,
    profileId: about.profileId ?? null,
    inviteId: null,
    permit,
    message,
    messageId: messageIdFor(id, installation.publicUrl),
    now,
    secretKey: installation.secretKey,
    checkedAs: 'memberNotice',
    isBulk: about.isDigest,
  })
}
