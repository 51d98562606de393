import { createHash } from 'node:crypto'
import { z } from 'zod'
import { isAtsAddress } from '../../contract/ats-hosts.ts'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import {
  AssessmentId,
  ConsumerKey,
  EmailAddress,
  PersonName,
  type PublicId,
  Timestamp,
} from '../../contract/shapes.ts'
import { insertEntry } from '../connection/entry-store.ts'
import { noSuchConnection } from '../connection/operations.ts'
import { type ConnectionRow, findConnectionOfClient } from '../connection/store.ts'
import { findProfile } from '../profile/store.ts'
import { cancel } from './cancel.ts'
import { labelsOf } from './labels.ts'
import { ExternalRef, OrderState } from './model.ts'
import { openPackage, PackageId } from './packages.ts'
import { placeOrder, placingEvents } from './place.ts'
import {
  findOrderByKey,
  findOrderByReference,
  hasOpenOrder,
  lockOrder,
  lockWish,
  type OrderRow,
} from './store.ts'

// What the doors of applicant tracking systems call, as the machine client of their connection. They have no REST
// binding: programs use `POST /order`.

const reference = z.uuid('is not the id of an order')

export const placeAtsOrder = operation({
  name: 'place_ats_order',
  summary: 'Order assessments through a connection',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: placingEvents,
  billed: true,
  refuses: ['invalid', 'missing', 'conflict', 'limited'],
  input: z.strictObject({
    call: z.string().max(100),
    packageId: PackageId,
    person: z.strictObject({
      email: EmailAddress,
      firstName: PersonName,
      lastName: PersonName,
      customId: ConsumerKey.optional(),
    }),
    /** What makes two requests the same order. */
    orderKey: z.string().min(1).max(4_000),
    externalRef: ExternalRef.optional(),
    callbackUrl: z.string().max(2_000).optional(),
  }),
  output: z.strictObject({ reference, isNew: z.boolean() }),
  async run(context, { call, packageId, person, externalRef, ...input }) {
    const { sql, account } = context
    const connection = await openConnection(context)
    const provider = orderProviderOf(connection)
    const callbackUrl = input.callbackUrl ?? null
    if (callbackUrl !== null && !isAtsAddress(context.installation.atsHosts, provider, callbackUrl))
      throw new Failure('url_not_allowed', {
        message: 'The address url is not one of the applicant tracking system.',
        param: 'url',
      })
    openPackage(packageId)
    const orderKey = createHash('sha256').update(input.orderKey).digest()
    await lockWish(sql, connection.id, input.orderKey)
    const earlier = await findOrderByKey(sql, account.id, { connectionId: connection.id, orderKey })
    if (earlier && isSame(provider, earlier))
      return { resource: { reference: earlier.reference, isNew: false }, changes: [] }
    await lockWish(sql, connection.id, person.email)
    const placed = await placeOrder(context, {
      packageId,
      who: { person: { ...person, firstName: person.firstName || null, lastName: person.lastName || null } },
      externalRef,
      connection: { id: connection.id, provider, orderKey, callbackUrl },
      again: provider === 'greenhouse' ? earlier : undefined,
      async check({ id: profileId }) {
        if (provider !== 'ashby') return
        const open = { connectionId: connection.id, profileId, packageId }
        if (await hasOpenOrder(sql, account.id, open)) throw new Failure('order_exists')
      },
    })
    await note(context, connection, { call, status: 200, orderId: placed.order.id })
    return { resource: { reference: placed.order.reference, isNew: true }, changes: placed.changes }
  },
})

/** Greenhouse's address names one order for good; with Ashby the same wish may come again after the end. */
function isSame(provider: 'greenhouse' | 'ashby', { state }: OrderRow): boolean {
  if (state === 'open' || state === 'started') return true
  return provider === 'greenhouse' && state === 'completed'
}

export const readAtsOrder = operation({
  name: 'read_ats_order',
  summary: 'Read an order of a connection',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ reference: z.string().max(100) }),
  output: z.strictObject({
    state: OrderState,
    profileUrl: z.string(),
    startedAt: Timestamp.nullable(),
    completedAt: Timestamp.nullable(),
    assessmentIds: z.array(AssessmentId),
    sharesLabels: z.boolean(),
  }),
  async run(context, input) {
    const connection = await openConnection(context)
    const { state, profileId, packageId, ...order } = await openOrder(context, connection, input.reference)
    const iso = (at: string | null) => at && new Date(at).toISOString()
    return {
      resource: {
        state,
        profileUrl: profileUrlOf(context, profileId),
        startedAt: iso(order.startedAt),
        completedAt: iso(order.completedAt),
        assessmentIds: [...openPackage(packageId).assessmentIds],
        sharesLabels: connection.sharesLabelsSince !== null,
      },
    }
  },
})

export const readAtsLabels = operation({
  name: 'read_ats_labels',
  summary: 'Read the labels of a completed order, if the owners of the account have chosen to share them',
  scope: 'profiles:read',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ reference: z.string().max(100) }),
  output: z.array(z.strictObject({ name: z.string(), value: z.string() })),
  async run(context, input) {
    const connection = await openConnection(context)
    const order = await openOrder(context, connection, input.reference)
    if (connection.sharesLabelsSince === null || order.state !== 'completed') return { resource: [] }
    const profile = await findProfile(context.sql, context.account.id, order.profileId)
    return { resource: profile ? labelsOf(profile) : [] }
  },
})

export const cancelAtsOrder = operation({
  name: 'cancel_ats_order',
  summary: 'Cancel an order of a connection',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['order.cancelled'],
  refuses: ['missing'],
  input: z.strictObject({ call: z.string().max(100), reference: z.string().max(100) }),
  output: z.strictObject({ reference }),
  async run(context, input) {
    const { sql, account } = context
    const connection = await openConnection(context)
    const { id } = await openOrder(context, connection, input.reference)
    const order = (await lockOrder(sql, account.id, id)) ?? noSuchOrder()
    const changes = await cancel(context, order, { isReported: false })
    if (changes.length > 0) await note(context, connection, { call: input.call, status: 200, orderId: id })
    return { resource: { reference: order.reference }, changes }
  },
})

export const noteAtsProblem = operation({
  name: 'note_ats_problem',
  summary: 'Add a line to the log of a connection',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  evenPaused: true,
  input: z.strictObject({
    call: z.string().max(100),
    status: z.int().nullable(),
    message: z.string().max(4_000),
    reference: z.string().max(100).optional(),
  }),
  output: z.null(),
  async run(context, { call, status, message, ...input }) {
    const connection = await openConnection(context)
    const order = input.reference ? await findOwnOrder(context, connection, input.reference) : undefined
    const problem = { call, status, message: withoutAddresses(message), orderId: order?.id, isProblem: true }
    await note(context, connection, problem)
    return { resource: null, changes: [] }
  },
})

/** The connection of the caller's machine client. */
async function openConnection({ sql, account, caller }: Context): Promise<ConnectionRow> {
  const clientId = caller.kind === 'machine' ? caller.clientId : ''
  return (await findConnectionOfClient(sql, account.id, clientId)) ?? noSuchConnection()
}

function orderProviderOf({ provider }: ConnectionRow): 'greenhouse' | 'ashby' {
  return provider === 'scim' ? noSuchConnection() : provider
}

async function openOrder(context: Context, connection: ConnectionRow, sent: string): Promise<OrderRow> {
  return (await findOwnOrder(context, connection, sent)) ?? noSuchOrder()
}

async function findOwnOrder(
  { sql, account }: Context,
  { id: connectionId }: ConnectionRow,
  sent: string,
): Promise<OrderRow | undefined> {
  const parsed = reference.safeParse(sent)
  if (!parsed.success) return undefined
  return findOrderByReference(sql, account.id, { connectionId, reference: parsed.data })
}

function noSuchOrder(): never {
  throw new Failure('order_not_found')
}

/** The person's page in the dashboard. Strangers are asked to sign in. */
export function profileUrlOf(
  { installation }: Pick<Context, 'installation'>,
  profileId: z.output<typeof PublicId>,
): string {
  return `${installation.publicUrl}/people/${profileId}`
}

async function note(
  { sql, account, now, newId }: Context,
  { id: connectionId }: ConnectionRow,
  line: {
    call: string
    status: number | null
    orderId?: string | undefined
    isProblem?: boolean
    message?: string
  },
): Promise<void> {
  await insertEntry(
    sql,
    { accountId: account.id, connectionId },
    {
      id: newId(),
      at: now(),
      direction: 'in',
      call: line.call,
      status: line.status,
      isProblem: line.isProblem ?? false,
      message: line.message ?? null,
      orderId: line.orderId ?? null,
    },
  )
}

/** What a system writes may name people. */
function withoutAddresses(text: string): string {
  return text
    .toWellFormed()
    .replaceAll('\0', '')
    .split(/(\s+|[<>"'(),;])/)
    .map((word) => (word.includes('@') || word.includes('tmb_') ? '[removed]' : word))
    .join('')
    .slice(0, 1_000)
}
