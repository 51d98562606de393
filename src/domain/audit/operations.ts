import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { PageNumber, PageSize, PublicId, TimeInput, Timestamp } from '../../contract/shapes.ts'
import { readEntryNames } from './entry-names.ts'
import { searchEntries } from './store.ts'

/** Ids of clients are longer than public ids, and actions are names; both are compared as plain text. */
const PlainName = z
  .string()
  .min(1, 'must not be empty')
  .max(100, 'is too long: at most 100 characters')
  .regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, "_" and "-" only')

/** An app may be known by the address of its document, which is its client id. */
const ClientId = z
  .string()
  .min(1, 'must not be empty')
  .max(2000, 'is too long: at most 2000 characters')
  .regex(/^[\x21-\x7e]+$/, 'may hold visible ASCII characters only')

/** Never part of the entry itself, which outlives what has the name. */
const Name = z.string().nullable().optional()

const AuditEntry = z
  .strictObject({
    id: PublicId,
    seq: z
      .int()
      .min(1)
      .meta({ description: 'The number in the account’s chain, without gaps.', examples: [42] }),
    at: Timestamp,
    actor: z
      .strictObject({
        kind: z.enum(['client', 'member', 'person', 'operator', 'system']).meta({
          description:
            '`client`: a machine; `member`: somebody who acts for the account, through an app when `clientId` names one; `person`: somebody behind an invite link; `operator`: the shell of the installation; `system`: the service by itself.',
        }),
        id: z.string().meta({
          description:
            'A client id, a member id, a profile id, `shell`, or the part of the service that acted.',
          examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
        }),
        clientId: z
          .string()
          .nullable()
          .meta({
            description: 'The client through which the change came; null without one.',
            examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
          }),
        name: Name.meta({
          description:
            'What the actor is called today: a machine client’s name, a member’s address, a person’s name. Null for the shell and the service, and where the actor is no longer on the account. Only with `includeNames`.',
          examples: ['Payroll sync'],
        }),
        clientName: Name.meta({
          description:
            'What the client is called: a machine client’s name, or an app’s as it was last let in. Null without one. Only with `includeNames`.',
          examples: ['Payroll sync'],
        }),
      })
      .meta({ description: 'Who made the change, and through which client.' }),
    action: z.string().meta({
      description:
        'The name of the operation; or `sign_in`, `sign_out` and `sign_in_failed`, which has the failed sign-ins of one member in one hour.',
      examples: ['create_profile'],
    }),
    target: z
      .strictObject({
        type: z.string().meta({ description: 'The kind of what was changed.', examples: ['profile'] }),
        id: z.string().meta({ description: 'Its id.', examples: ['6920318e4b1a0c7d2e8f5a63'] }),
        name: Name.meta({
          description:
            'What it is called today: a person’s name, else their address; a label, a key, a client’s, an app’s or the account’s name. Null where it has none, and where it is no longer there. Only with `includeNames`.',
          examples: ['Noor Okafor'],
        }),
      })
      .meta({ description: 'What was changed.' }),
    requestId: z.string().meta({
      description: 'The `X-Request-Id` of the answer to the request.',
      examples: ['7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
    }),
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'What changed, without names, addresses, answers or scores: of personal fields only which ones.',
      examples: [{ fields: ['email', 'firstName'] }],
    }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 over the entry and the hash of the one before it, in hex.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
  })
  .meta({ id: 'AuditEntry', description: 'One change of the account’s data.' })

export const listAuditLog = operation({
  name: 'list_audit_log',
  summary: 'List what was changed, by whom and when, newest first',
  description:
    'Every change writes one entry in the same transaction. Entries are chained by hash: each holds a hash over itself and the one before. They hold ids and no names; with `includeNames` the answer says what these ids are called at the moment of reading, and whatever is gone has no name.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  scopeWith: { includeNames: 'profiles:read' },
  effect: 'reads',
  input: z.strictObject({
    limit: PageSize,
    page: PageNumber,
    action: PlainName.meta({
      description: 'Only entries of this action.',
      examples: ['create_profile'],
    }).optional(),
    actorId: PlainName.meta({
      description: 'Only changes made by this client, member, person or `shell`.',
      examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }).optional(),
    clientId: ClientId.meta({
      description:
        'Only changes that came through this client: those of a machine, or those of members through an app.',
      examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }).optional(),
    targetType: PlainName.meta({
      description: 'Only changes of things of this kind.',
      examples: ['profile'],
    }).optional(),
    targetId: PlainName.meta({
      description: 'Only changes of this resource.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }).optional(),
    after: TimeInput.meta({ description: 'Only entries from this time on, itself included.' }).optional(),
    before: TimeInput.meta({ description: 'Only entries up to this time, itself included.' }).optional(),
    includeNames: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description:
          'Adds `name` to actor and target and `clientName` to the actor. Needs `profiles:read` as well.',
        examples: [true],
      }),
  }),
  output: z.array(AuditEntry),
  rest: { group: 'audit log', route: 'GET /audit-log', key: 'entries', status: 200 },
  async run({ sql, account }, { limit, page, includeNames, ...filters }) {
    const { entries, total } = await searchEntries(sql, account.id, filters, rowRangeOf({ page, limit }))
    const namesOf = includeNames ? await readEntryNames(sql, account, entries) : undefined
    const resource = entries.map((row) => {
      const { actorKind, actorId, clientId, targetType, targetId, hash, ...entry } = row
      const names = namesOf?.(row)
      return {
        ...entry,
        actor: {
          ...{ kind: actorKind, id: actorId, clientId },
          ...(names && { name: names.actor, clientName: names.client }),
        },
        target: { type: targetType, id: targetId, ...(names && { name: names.target }) },
        hash: hash.toString('hex'),
      }
    })
    return { resource, beside: { pagination: paginationOf({ page, limit }, total) } }
  },
})
