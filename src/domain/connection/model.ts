import { z } from 'zod'
import { ConnectionProvider } from '../../contract/connection-provider.ts'
import type { SealContext } from '../../contract/secret-key.ts'
import { PersonName, PublicId, Timestamp } from '../../contract/shapes.ts'

/** Connections of an account at the same time. */
export const maxConnections = 20

export const ConnectionName = PersonName.refine((name) => name !== '', 'must not be empty').meta({
  description: 'A name, on one line.',
  examples: ['Greenhouse'],
})

export const RemoteKey = z
  .string()
  .min(1, 'must not be empty')
  .max(500, 'is too long: at most 500 characters')
  .regex(/^[\x21-\x7e]+$/, 'may hold visible ASCII characters only')
  .meta({
    description:
      'Your own key at that system, with which Timbre reports there. Ashby needs one with the permission ' +
      '`candidatesWrite`; Greenhouse usually none. Sealed, sent only to the hosts of that system, and never shown again.',
    examples: ['your-ashby-key'],
  })

export const SharesLabels = z.boolean().meta({
  description:
    'Whether the style and the levels of five traits are sent with a completion, as words. No number ever is. ' +
    'Needs `profiles:read`. See "Selection" in the documentation of the scores first.',
  examples: [false],
})

export const DeleteErases = z.boolean().meta({
  description:
    'For `scim`: whether a person that the directory deletes is deleted here with all answers and results. ' +
    'Otherwise they are deactivated, because directories also delete by mistake.',
  examples: [false],
})

const Address = z.strictObject({
  name: z.string().meta({ description: 'What it is for.', examples: ['send_test'] }),
  url: z
    .string()
    .meta({ description: 'The address.', examples: ['https://timbre.example.com/ats/greenhouse/…'] }),
})

export const AccountConnection = z
  .strictObject({
    id: PublicId,
    provider: ConnectionProvider,
    name: z.string().meta({ description: 'Its name.', examples: ['Greenhouse'] }),
    createdAt: Timestamp,
    lastUsedAt: Timestamp.nullable().meta({
      description: 'When the system last called, within a minute. Null if it never has.',
      examples: [null],
    }),
    keyLastFour: z.string().meta({ description: 'Last characters of its key.', examples: ['q7Xw'] }),
    keyMadeAt: Timestamp,
    hasRemoteKey: z.boolean().meta({ description: 'Whether your own key at that system is stored.' }),
    sharesLabels: SharesLabels,
    deleteErases: DeleteErases,
    addresses: z.array(Address).meta({ description: 'What to enter at the system.' }),
    waiting: z
      .int()
      .min(0)
      .meta({ description: 'Reports to the system that are still to be delivered.', examples: [0] }),
    lastProblem: z
      .strictObject({
        at: Timestamp,
        call: z.string().meta({ description: 'What was called.', examples: ['send_test'] }),
        message: z
          .string()
          .nullable()
          .meta({ description: 'What happened.', examples: ['The trial has ended.'] }),
      })
      .nullable()
      .meta({ description: 'Set if the last thing in its log went wrong.', examples: [null] }),
  })
  .meta({ id: 'Connection', description: 'A system that orders assessments, or reports people.' })
export type AccountConnection = z.output<typeof AccountConnection>

export const AccountConnectionWithKey = AccountConnection.extend({
  key: z.string().meta({
    description: 'Its key, shown this once. Treat it like a password.',
    examples: ['tmb_ats_…'],
  }),
}).meta({ id: 'ConnectionWithKey', description: 'A connection with its new key.' })

export const ConnectionEntry = z
  .strictObject({
    id: PublicId,
    at: Timestamp,
    direction: z.enum(['in', 'out']).meta({
      description: '`in`: the system called; `out`: Timbre did.',
      examples: ['in'],
    }),
    call: z.string().meta({ description: 'What was called.', examples: ['send_test'] }),
    status: z
      .int()
      .nullable()
      .meta({ description: 'Status of the answer. Null if there was none.', examples: [200] }),
    isProblem: z.boolean().meta({ description: 'Whether it went wrong.', examples: [false] }),
    message: z
      .string()
      .nullable()
      .meta({ description: 'More about it, without names and addresses.', examples: [null] }),
    orderId: PublicId.nullable().meta({ description: 'The order that it is about.', examples: [null] }),
  })
  .meta({ id: 'ConnectionEntry', description: 'A line in the log of a connection.' })

export function keyContext(accountId: string, connectionId: string): SealContext {
  return `connection_key:${accountId}:${connectionId}`
}

export function remoteKeyContext(accountId: string, connectionId: string): SealContext {
  return `connection_remote_key:${accountId}:${connectionId}`
}
