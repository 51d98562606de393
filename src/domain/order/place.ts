import { randomUUID } from 'node:crypto'
import { Failure } from '../../contract/failure.ts'
import type { Change, Context } from '../../contract/operation.ts'
import type { OrderProvider } from '../../contract/order-provider.ts'
import { type AssessmentId, assessmentIds } from '../../contract/shapes.ts'
import { recordEvent } from '../event/record.ts'
import { addressForChannel } from '../invite/address.ts'
import { inviteChange } from '../invite/send.ts'
import { sendInviteOnce } from '../invite/send-once.ts'
import { listInvitesOf } from '../invite/store.ts'
import { recordMoved } from '../order-progress/store.ts'
import { newProfileEvents, type ProfileInput } from '../profile/add.ts'
import { readSittings } from '../profile/attempt-store.ts'
import { findOrAddProfile } from '../profile/find-or-add.ts'
import type { Profile } from '../profile/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { lockProfile, setAvailableAssessments, writeDocument } from '../profile/store.ts'
import { orderWeeks } from './model.ts'
import { openPackage, type Package } from './packages.ts'
import { insertOrder, type OrderProgress, type OrderRow, reopenOrder } from './store.ts'

export type OrderWish = {
  packageId: string
  /** Someone who has a profile, or a person to find by address or to add. */
  who: { profileId: string } | { person: ProfileInput }
  externalRef?: string | undefined
  redirectUrl?: string | undefined
  /** Null for the API. */
  connection: { id: string; provider: OrderProvider; orderKey: Buffer; callbackUrl: string | null } | null
  /** Refuses the order once its person is known. */
  check?: (profile: Profile) => Promise<void>
  /** An order that has ended and is placed again, under the same id. */
  again?: OrderRow | undefined
}

/** The events of whatever places an order. */
export const placingEvents = [
  ...newProfileEvents,
  'profile.updated',
  'order.created',
  'order.started',
  'order.completed',
] as const

/**
 * Places an order: finds or adds the person, gives them the assessments of the package that they don't have, and sends
 * a link, all in the caller's transaction. Nothing is sent to someone who has completed all of them: their results
 * count, and the order is completed.
 */
export async function placeOrder(
  context: Context,
  wish: OrderWish,
): Promise<{ order: OrderRow; changes: Change[] }> {
  const { sql, account } = context
  const wanted = openPackage(wish.packageId)
  const { profile, changes } = await openPerson(context, wish.who, wanted)
  await wish.check?.(profile)
  const open = wanted.assessmentIds.filter((id) => !profile.completedAssessments.includes(id))
  const sent = open.length > 0 ? await sendLink(context, profile) : undefined
  const at = context.now()
  const startedAt = await findStart(context, profile, wanted)
  const progress: OrderProgress = {
    profileId: profile.id,
    state: open.length === 0 ? 'completed' : startedAt ? 'started' : 'open',
    inviteId: sent?.inviteId ?? null,
    now: at,
    expiresAt: new Date(at.getTime() + orderWeeks * 7 * 86_400_000),
    startedAt: startedAt ?? (open.length === 0 ? at : null),
    completedAt: open.length === 0 ? at : null,
  }
  const order = wish.again
    ? await reopenOrder(sql, account.id, wish.again.id, {
        ...progress,
        packageId: wanted.id,
        assessmentIds: wanted.assessmentIds,
      })
    : await insertOrder(sql, { ...newOrder(context, wish, wanted), ...progress })
  await recordPlaced(context, order, at)
  const target = { type: 'order', id: order.id } as const
  const placed = { target, changes: { packageId: wanted.id, profileId: profile.id } }
  return { order, changes: [placed, ...changes, ...(sent?.changes ?? [])] }
}

function newOrder(
  { account, newId }: Context,
  { connection, externalRef, redirectUrl }: OrderWish,
  wanted: Package,
) {
  return {
    accountId: account.id,
    id: newId(),
    reference: randomUUID(),
    provider: connection?.provider ?? 'api',
    connectionId: connection?.id ?? null,
    packageId: wanted.id,
    assessmentIds: wanted.assessmentIds,
    externalRef: externalRef ?? null,
    orderKey: connection?.orderKey ?? null,
    callbackUrl: connection?.callbackUrl ?? null,
    redirectUrl: redirectUrl ?? null,
  }
}

/** Locked, so that whatever the person does meanwhile happens before the order, or moves it. */
async function openPerson(
  context: Context,
  who: OrderWish['who'],
  { assessmentIds: wanted }: Package,
): Promise<{ profile: Profile; changes: Change[] }> {
  const { sql, account } = context
  const lock = async (id: string) => (await lockProfile(sql, account.id, id)) ?? noSuchProfile()
  if ('profileId' in who) return withAssessments(context, await lock(who.profileId), wanted)
  const found = await findOrAddProfile(context, { ...who.person, assessmentIds: wanted }, 'order')
  const made = found.changes.map((change) =>
    change.target.type === 'profile' && found.isNew ? { action: 'create_profile', ...change } : change,
  )
  const opened = await withAssessments(context, await lock(found.profile.id), wanted)
  return { profile: opened.profile, changes: [...made, ...opened.changes] }
}

/** Adds the ordered assessments that the person doesn't have. */
async function withAssessments(
  { sql, account, now }: Context,
  profile: Profile,
  wanted: readonly AssessmentId[],
): Promise<{ profile: Profile; changes: Change[] }> {
  const { availableAssessments: available } = profile
  if (wanted.every((id) => available.includes(id))) return { profile, changes: [] }
  const all = assessmentIds.filter((id) => available.includes(id) || wanted.includes(id))
  await setAvailableAssessments(sql, account.id, profile.id, all, now())
  const fields = ['availableAssessments']
  recordEvent(sql, { type: 'profile.updated', data: { profileId: profile.id, fields } })
  const target = { type: 'profile', id: profile.id } as const
  const changed = await writeDocument(sql, account.id, profile.id)
  return { profile: changed, changes: [{ action: 'update_profile', target, changes: { fields } }] }
}

/** By email if the person has an address, else by text message. */
async function sendLink(
  context: Context,
  profile: Profile,
): Promise<{ inviteId: string | null; changes: Change[] }> {
  const address = addressForChannel(profile, 'email') ?? addressForChannel(profile, 'sms')
  if (!address) throw new Failure('profile_without_email')
  const isSent = await sendInviteOnce(context, profile, address)
  const [newest] = await listInvitesOf(context.sql, context.account.id, profile.id, { limit: 1, offset: 0 })
  const sent = { action: `send_invite_by_${address.channel}`, ...inviteChange(profile.id, address.channel) }
  return { inviteId: newest?.id ?? null, changes: isSent ? [sent] : [] }
}

/** When the person began the first of these assessments in the current attempt; null if they have not. */
async function findStart(
  { sql, account }: Context,
  profile: Profile,
  { assessmentIds: wanted }: Package,
): Promise<Date | null> {
  const sittings = await readSittings(sql, { accountId: account.id, profileId: profile.id }, 'current')
  const times = sittings
    .filter(({ assessment }) => wanted.includes(assessment))
    .flatMap(({ date_started: at }) => (at ? [new Date(at).getTime()] : []))
  return times.length === 0 ? null : new Date(Math.min(...times))
}

async function recordPlaced({ sql, account }: Context, order: OrderRow, at: Date): Promise<void> {
  const { id: orderId, profileId, packageId, provider, state } = order
  const moved = [{ orderId, profileId, packageId, provider }]
  await recordMoved(sql, account.id, 'order.created', moved, at)
  if (state === 'started') await recordMoved(sql, account.id, 'order.started', moved, at)
  if (state === 'completed') await recordMoved(sql, account.id, 'order.completed', moved, at)
}
