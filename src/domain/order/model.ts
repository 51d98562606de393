import { z } from 'zod'
import { OrderProvider } from '../../contract/order-provider.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { PackageId } from './packages.ts'
import { RedirectUrl } from './redirect-url.ts'

const orderStates = ['open', 'started', 'completed', 'cancelled', 'expired', 'failed'] as const

export const OrderState = z.enum(orderStates, { error: `must be one of ${orderStates.join(', ')}` }).meta({
  description:
    '`open`: the link was sent. `started`: the person has given the first answer. `completed`: all ordered ' +
    'assessments are completed. `cancelled`: by you. `expired`: not completed within eight weeks. `failed`: the ' +
    'message could not be delivered; the order goes on if the person starts from another link.',
  examples: ['open'],
})
export type OrderState = z.output<typeof OrderState>

/** Weeks after which an order that is not completed expires. Greenhouse asks for as long. */
export const orderWeeks = 8

export const ExternalRef = z
  .string()
  .min(1, 'must not be empty')
  .max(200, 'is too long: at most 200 characters')
  .meta({ description: 'Your own key for the order, stored as sent.', examples: ['application-4711'] })

export const AssessmentOrder = z
  .strictObject({
    id: PublicId,
    reference: z.uuid().meta({
      description: 'The same order for software that expects a UUID.',
      examples: ['9a1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
    }),
    provider: OrderProvider,
    connectionId: PublicId.nullable().meta({
      description: 'The connection that it came through. Null for the API.',
      examples: [null],
    }),
    packageId: PackageId,
    profileId: PublicId.meta({ description: 'The person.', examples: ['6920318e4b1a0c7d2e8f5a63'] }),
    externalRef: ExternalRef.nullable(),
    state: OrderState,
    callbackUrl: z
      .string()
      .nullable()
      .meta({
        description:
          "Where the person's completion is reported, if the connection's system named an address. Null for the " +
          'API: use the feed of events or a webhook endpoint.',
        examples: [null],
      }),
    redirectUrl: RedirectUrl.nullable(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable().meta({
      description: 'When the person gave the first answer.',
      examples: [null],
    }),
    completedAt: Timestamp.nullable().meta({
      description: 'When the ordered assessments were completed.',
      examples: [null],
    }),
  })
  .meta({ id: 'Order', description: 'An assessment that was ordered for a person. It has no scores.' })
export type AssessmentOrder = z.output<typeof AssessmentOrder>
