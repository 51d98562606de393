import { z } from 'zod'
import { actorKinds } from '../../contract/actor.ts'
import { Cursor, pageOf, rowsToRead, startOf } from '../../contract/cursor.ts'
import { operation } from '../../contract/operation.ts'
import { OptionalPageNumber, PageSize, PublicId, TimeInput, Timestamp } from '../../contract/shapes.ts'
import { readEntryNames } from './entry-names.ts'
import { searchEntries } from './search-store.ts'

/** Ids of clients are longer than public ids, and actions are names; both are compared as plain text. */
const PlainName = z
  .string()
  .min(1, 'must not be empty')
  .max(100, 'is too long: at most 100 characters')
  .regex(/^[A-Za-z0-9_-]+$/, 'may hold letters, digits, "_" and "-" only')

/** The client id of an app may be the URL of its metadata document. */
const ClientId = z
  .string()
  .min(1, 'must not be empty')
  .max(2000, 'is too long: at most 2000 characters')
  .regex(/^[\x21-\x7e]+$/, 'may hold visible ASCII characters only')

/** Never part of the entry itself, because entries outlive what they refer to. */
const Name = z.string().nullable().optional()

const AuditEntry = z
  .strictObject({
    id: PublicId,
    seq: z
      .int()
      .min(1)
      .meta({ description: "Number of the entry in the account's chain, without gaps.", examples: [42] }),
    at: Timestamp,
    actor: z
      .strictObject({
        kind: z.enum(actorKinds).meta({
          description:
            '`client`: a machine client; `member`: a member of the account, using an app if `clientId` is ' +
            'set; `person`: a person with an invite link; `operator`: the command line of the installation; ' +
            '`system`: the service itself.',
        }),
        id: z.string().meta({
          description: 'Id of a client, member or profile; `shell`; or the part of the service that acted.',
          examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
        }),
        clientId: z
          .string()
          .nullable()
          .meta({
            description: 'Client that was used. Null if none.',
            examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
          }),
        name: Name.meta({
          description:
            'Current name of the actor: of a machine client its name, of a member their email, of a person ' +
            'their name. Null for the command line, the service, and actors that no longer exist. Only with ' +
            '`includeNames`.',
          examples: ['Payroll sync'],
        }),
        clientName: Name.meta({
          description:
            'Name of the client: of a machine client its name, of an app its name when access was last ' +
            'granted. Null if there is no client. Only with `includeNames`.',
          examples: ['Payroll sync'],
        }),
      })
      .meta({ description: 'Who made the change, and with which client.' }),
    action: z.string().meta({
      description:
        "Name of the operation; or `sign_in`, `sign_out` and `sign_in_failed`, which combines a member's " +
        'failed sign-ins of one hour.',
      examples: ['create_profile'],
    }),
    target: z
      .strictObject({
        type: z.string().meta({ description: 'Type of the changed resource.', examples: ['profile'] }),
        id: z
          .string()
          .meta({ description: 'Id of the changed resource.', examples: ['6920318e4b1a0c7d2e8f5a63'] }),
        name: Name.meta({
          description:
            "Current name of the resource: a person's name or address; a label or key; the name of a client, app, " +
            'account, saved team, campaign or connection; the name of a webhook, or else where it sends to. Null ' +
            'if it has none or no longer exists. Only with `includeNames`.',
          examples: ['Noor Okafor'],
        }),
      })
      .meta({ description: 'What was changed.' }),
    requestId: z.string().meta({
      description: '`X-Request-Id` of the response.',
      examples: ['7d1f3c1e-4a55-4a0e-9d0b-2f6f0c1f9a11'],
    }),
    changes: z.record(z.string(), z.unknown()).meta({
      description:
        'What changed, without names, addresses, answers or scores. For personal fields, only which ones.',
      examples: [{ fields: ['email', 'firstName'] }],
    }),
    hash: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .meta({
        description: 'SHA-256 of the entry and the hash of the previous one, in hex.',
        examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
      }),
  })
  .meta({ id: 'AuditEntry', description: "One change of the account's data." })

export const listAuditLog = operation({
  name: 'list_audit_log',
  summary: 'List changes, newest first',
  description:
    'Every change writes one entry in the same transaction. Entries are chained: each contains a hash ' +
    'of itself and the previous entry. They contain ids, not names. With `includeNames`, the response ' +
    'adds the current names of these ids; deleted resources have no name.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  scopeWith: { includeNames: 'profiles:read' },
  effect: 'reads',
  input: z.strictObject({
    limit: PageSize,
    page: OptionalPageNumber,
    afterEntry: Cursor,
    action: PlainName.meta({
      description: 'Only entries of this action.',
      examples: ['create_profile'],
    }).optional(),
    actorId: PlainName.meta({
      description: 'Only changes by this client, member, person or `shell`.',
      examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }).optional(),
    clientId: ClientId.meta({
      description:
        'Only changes made with this client: by a machine client itself, or by members using an app.',
      examples: ['m2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL'],
    }).optional(),
    targetType: PlainName.meta({
      description: 'Only changes of resources of this type.',
      examples: ['profile'],
    }).optional(),
    targetId: PlainName.meta({
      description: 'Only changes of this resource.',
      examples: ['6920318e4b1a0c7d2e8f5a63'],
    }).optional(),
    after: TimeInput.meta({ description: 'Only entries at or after this time.' }).optional(),
    before: TimeInput.meta({ description: 'Only entries at or before this time.' }).optional(),
    includeNames: z
      .boolean('must be true or false')
      .default(false)
      .meta({
        description:
          'Adds `name` to actor and target and `clientName` to the actor. Also requires `profiles:read`.',
        examples: [true],
      }),
  }),
  output: z.array(AuditEntry),
  rest: {
    group: 'audit log',
    route: 'GET /audit-log',
    sdk: 'auditEntries.list',
    key: 'entries',
    status: 200,
  },
  async run({ sql, account }, { limit, page, afterEntry, includeNames, ...filters }) {
    // `after` is a time here, so the cursor has another name.
    const scope = {
      parameter: 'afterEntry' as const,
      list: 'audit-log',
      accountId: account.id,
      key: z.int().min(1),
    }
    const start = startOf({ page, limit, cursor: afterEntry }, scope)
    const found = await searchEntries(sql, account.id, filters, rowsToRead(start))
    const { rows: entries, pagination, cursor } = pageOf(start, found, scope, ({ seq }) => seq)
    const namesOf = includeNames ? await readEntryNames(sql, account, entries) : undefined
    const resource = entries.map((row) => {
      const { actorKind, actorId, clientId, targetType, targetId, hash, ...entry } = row
      const names = namesOf?.(row)
      return {
        ...entry,
        actor: {
          kind: actorKind,
          id: actorId,
          clientId,
          ...(names && { name: names.actor, clientName: names.client }),
        },
        target: { type: targetType, id: targetId, ...(names && { name: names.target }) },
        hash: hash.toString('hex'),
      }
    })
    return { resource, siblings: { pagination }, cursor }
  },
})
