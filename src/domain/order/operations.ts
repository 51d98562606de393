import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { pickDefined } from '../../contract/pick-defined.ts'
import {
  ConsumerKey,
  EmailAddress,
  LocaleCode,
  PageNumber,
  PageSize,
  PersonName,
  PhoneNumber,
  PublicId,
} from '../../contract/shapes.ts'
import { cancel } from './cancel.ts'
import { AssessmentOrder, ExternalRef, OrderState } from './model.ts'
import { PackageId } from './packages.ts'
import { placeOrder, placingEvents } from './place.ts'
import { RedirectUrl } from './redirect-url.ts'
import { findOrder, listOrderRows, lockOrder, type OrderRow } from './store.ts'

const Person = z
  .strictObject({
    email: EmailAddress.optional(),
    phone: PhoneNumber.optional(),
    firstName: PersonName.transform((name) => name || null).optional(),
    lastName: PersonName.transform((name) => name || null).optional(),
    locale: LocaleCode.optional(),
    customId: ConsumerKey.optional().meta({ description: 'Your own key for the person.' }),
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, {
    message: 'needs an email or a phone',
  })
  .meta({
    description:
      'Someone with this email or phone, or a new person. Nothing of an existing person is overwritten.',
    examples: [{ email: 'ada@example.com', firstName: 'Ada', lastName: 'Osei' }],
  })

export const createOrder = operation({
  name: 'create_order',
  summary: 'Order assessments for a person',
  description: [
    'Finds the person or adds them, gives them the assessments of the package that they do not have, and sends a link:',
    'by email, or by text message if they have no email. Someone who has completed all of them gets no message, and the',
    'order is completed at once; use `POST /profile/{profileId}/retake` first for a new attempt. Follow the order by its',
    '`order.*` events. It expires after eight weeks.',
  ].join('\n'),
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'invite',
  effect: 'adds',
  emits: placingEvents,
  billed: true,
  refuses: ['invalid', 'missing', 'conflict', 'limited'],
  input: z
    .strictObject({
      packageId: PackageId,
      profileId: PublicId.optional().meta({ description: 'Someone who has a profile.' }),
      person: Person.optional(),
      externalRef: ExternalRef.optional(),
      redirectUrl: RedirectUrl.optional(),
    })
    .refine(({ profileId, person }) => (profileId === undefined) !== (person === undefined), {
      message: 'Give either profileId or person.',
    }),
  output: AssessmentOrder,
  rest: {
    group: 'orders',
    route: 'POST /order',
    sdk: 'orders.create',
    key: 'order',
    status: 201,
    examples: {
      body: {
        packageId: 'all',
        person: { email: 'ada@example.com', firstName: 'Ada' },
        externalRef: 'a-4711',
        redirectUrl: 'https://careers.example.com/applications/4711',
      },
    },
  },
  async run(context, { packageId, profileId, person, ...given }) {
    const who = profileId === undefined ? { person: pickDefined(person ?? {}) } : { profileId }
    const { order, changes } = await placeOrder(context, { packageId, who, ...given, connection: null })
    return { resource: toOrder(order), changes }
  },
})

export const listOrders = operation({
  name: 'list_orders',
  summary: 'List orders, newest first',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    state: OrderState.optional(),
    profileId: PublicId.optional().meta({ description: 'Only orders of this person.' }),
    externalRef: ExternalRef.optional(),
    limit: PageSize,
    page: PageNumber,
  }),
  output: z.array(AssessmentOrder),
  rest: { group: 'orders', route: 'GET /orders', sdk: 'orders.list', key: 'orders', status: 200 },
  async run({ sql, account }, { limit, page, ...filters }) {
    const { rows, total } = await listOrderRows(sql, account.id, filters, rowRangeOf({ limit, page }))
    return { resource: rows.map(toOrder), siblings: { pagination: paginationOf({ limit, page }, total) } }
  },
})

export const getOrder = operation({
  name: 'get_order',
  summary: 'Get one order',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ orderId: PublicId }),
  output: AssessmentOrder,
  rest: { group: 'orders', route: 'GET /order/{orderId}', sdk: 'orders.get', key: 'order', status: 200 },
  async run({ sql, account }, { orderId }) {
    return { resource: toOrder((await findOrder(sql, account.id, orderId)) ?? noSuchOrder()) }
  },
})

export const cancelOrder = operation({
  name: 'cancel_order',
  summary: 'Cancel an order',
  description:
    'A link that was sent for it and not used ends, unless another order needs it. Someone who has begun may finish. An ' +
    'order that has ended stays as it is.',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['order.cancelled'],
  refuses: ['missing'],
  input: z.strictObject({ orderId: PublicId }),
  output: AssessmentOrder,
  rest: {
    group: 'orders',
    route: 'POST /order/{orderId}/cancel',
    sdk: 'orders.cancel',
    key: 'order',
    status: 200,
  },
  async run(context, { orderId }) {
    const { sql, account } = context
    const order = (await lockOrder(sql, account.id, orderId)) ?? noSuchOrder()
    const changes = await cancel(context, order)
    const after = changes.length > 0 ? { ...order, state: 'cancelled' as const } : order
    return { resource: toOrder(after), changes }
  },
})

function noSuchOrder(): never {
  throw new Failure('order_not_found')
}

function toOrder({ inviteId: _, ...row }: OrderRow): AssessmentOrder {
  const time = (at: string | null) => at && new Date(at).toISOString()
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    startedAt: time(row.startedAt),
    completedAt: time(row.completedAt),
  }
}
