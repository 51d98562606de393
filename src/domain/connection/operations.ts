import { z } from 'zod'
import { ConnectionProvider } from '../../contract/connection-provider.ts'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId } from '../../contract/shapes.ts'
import { addMachineClient } from '../../identity/client-credentials.ts'
import { newConnectionKey } from '../../identity/connection-keys.ts'
import { hashSecret } from '../../identity/secret.ts'
import { requireMaker } from '../link/maker.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { addressesOf } from './addresses.ts'
import { endConnections } from './end.ts'
import { listEntries } from './entry-store.ts'
import {
  AccountConnection,
  AccountConnectionWithKey,
  ConnectionEntry,
  ConnectionName,
  DeleteErases,
  keyContext,
  maxConnections,
  RemoteKey,
  remoteKeyContext,
  SharesLabels,
} from './model.ts'
import {
  insertConnection,
  type ListedConnection,
  listConnectionRows,
  lockConnection,
  lockConnections,
  replaceConnectionKey,
  type StoredKey,
  updateConnectionRow,
} from './store.ts'

/** What the machine client of a connection may do. */
const ownScopes = ['profiles:write', 'account:read'] as const
/** No connection may do what its maker may not. */
const makerScopes = ['account:write', ...ownScopes] as const

const settings = {
  remoteKey: RemoteKey.optional(),
  sharesLabels: SharesLabels.optional(),
  deleteErases: DeleteErases.optional(),
}

export const listConnections = operation({
  name: 'list_connections',
  summary: 'List connections',
  scope: 'account:read',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({}),
  output: z.array(AccountConnection),
  rest: {
    group: 'connections',
    route: 'GET /connections',
    sdk: 'connections.list',
    key: 'connections',
    status: 200,
  },
  async run(context) {
    const rows = await listConnectionRows(context.sql, context.account.id)
    return { resource: rows.map((row) => toConnection(context, row)) }
  },
})

export const createConnection = operation({
  name: 'create_connection',
  summary: 'Add a connection; its key is shown once',
  description:
    'The connection gets a machine client of its own, which may order assessments and report people and reads no results. ' +
    'Owners get an email. A connection that an app or a machine client adds ends with it; one that an owner adds in the ' +
    'dashboard stays.',
  scope: makerScopes,
  scopeWith: { sharesLabels: 'profiles:read' },
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['conflict'],
  input: z.strictObject({ provider: ConnectionProvider, name: ConnectionName, ...settings }),
  output: AccountConnectionWithKey,
  rest: {
    group: 'connections',
    route: 'POST /connection',
    sdk: 'connections.create',
    key: 'connection',
    status: 201,
  },
  async run(context, { provider, name, remoteKey, sharesLabels, deleteErases = false }) {
    const { sql, account, installation, newId, now } = context
    const maker = await requireMaker(context)
    await lockConnections(sql, account.id)
    if ((await listConnectionRows(sql, account.id)).length >= maxConnections)
      throw new Failure('too_many_connections')
    const [id, at] = [newId(), now()]
    const client = {
      accountId: account.id,
      region: installation.region,
      name,
      now: at,
      madeBy: maker.memberId,
    }
    const clientId = await addMachineClient(sql, { ...client, scopes: ownScopes })
    const { key, stored } = makeKey(context, id)
    await insertConnection(sql, account.id, {
      ...{ id, provider, name, clientId, deleteErases, ...stored, now: at },
      remoteKeySealed: sealRemote(context, id, remoteKey),
      sharesLabelsSince: sharesLabels ? at : null,
      makerClientId: maker.clientId,
      makerGrantId: maker.grantId,
    })
    await notifyOwners(context, maker.memberId, { kind: 'keyMade', key: name })
    const changes = { provider, sharesLabels: sharesLabels ?? false, deleteErases }
    return {
      resource: { ...toConnection(context, await openListed(context, id)), key },
      changes: [{ target: { type: 'connection', id }, changes }],
    }
  },
})

export const updateConnection = operation({
  name: 'update_connection',
  summary: 'Change a connection',
  scope: makerScopes,
  scopeWith: { sharesLabels: 'profiles:read' },
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['missing'],
  input: z
    .strictObject({
      connectionId: PublicId,
      name: ConnectionName.optional(),
      ...settings,
      remoteKey: RemoteKey.nullable()
        .optional()
        .meta({
          description: 'Your own key at that system; null removes it.',
          examples: ['your-ashby-key'],
        }),
    })
    .refine((input) => Object.keys(input).length > 1, {
      message: 'Give at least one of name, remoteKey, sharesLabels or deleteErases.',
    })
    .meta({
      anyOf: ['name', 'remoteKey', 'sharesLabels', 'deleteErases'].map((name) => ({ required: [name] })),
    }),
  output: AccountConnection,
  rest: {
    group: 'connections',
    route: 'PATCH /connection/{connectionId}',
    sdk: 'connections.update',
    key: 'connection',
    status: 200,
    examples: { body: { name: 'Greenhouse, Berlin' } },
  },
  async run(context, { connectionId, name, remoteKey, sharesLabels, deleteErases }) {
    const { sql, account, now } = context
    if (!(await lockConnection(sql, account.id, connectionId))) noSuchConnection()
    await updateConnectionRow(
      sql,
      account.id,
      connectionId,
      {
        ...(name !== undefined && { name }),
        ...(remoteKey !== undefined && { remoteKeySealed: sealRemote(context, connectionId, remoteKey) }),
        ...(sharesLabels !== undefined && { sharesLabelsSince: sharesLabels ? now() : null }),
        ...(deleteErases !== undefined && { deleteErases }),
      },
      now(),
    )
    const given = { name, remoteKey, sharesLabels, deleteErases }
    const fields = Object.entries(given).flatMap(([field, value]) => (value === undefined ? [] : [field]))
    const changes = { fields, ...(sharesLabels !== undefined && { sharesLabels }) }
    return {
      resource: toConnection(context, await openListed(context, connectionId)),
      changes: [{ target: { type: 'connection', id: connectionId }, changes }],
    }
  },
})

export const rotateConnectionKey = operation({
  name: 'rotate_connection_key',
  summary: 'Replace the key of a connection; the earlier one ends at once',
  // Anyone with the key sees what a directory has sent, and labels if they are on.
  scope: ['profiles:read', ...makerScopes],
  signIn: 'recent',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['missing'],
  input: z.strictObject({ connectionId: PublicId }),
  output: AccountConnectionWithKey,
  rest: {
    group: 'connections',
    route: 'POST /connection/{connectionId}/rotate-key',
    sdk: 'connections.rotateKey',
    key: 'connection',
    status: 200,
  },
  async run(context, { connectionId }) {
    const { sql, account, caller, now } = context
    const connection = (await lockConnection(sql, account.id, connectionId)) ?? noSuchConnection()
    const { key, stored } = makeKey(context, connectionId)
    await replaceConnectionKey(sql, account.id, connectionId, stored, now())
    const by = caller.kind === 'delegate' ? caller.memberId : null
    await notifyOwners(context, by, { kind: 'keyRotated', key: connection.name })
    return {
      resource: { ...toConnection(context, await openListed(context, connectionId)), key },
      changes: [{ target: { type: 'connection', id: connectionId } }],
    }
  },
})

export const deleteConnection = operation({
  name: 'delete_connection',
  summary: 'End a connection with its key and its machine client',
  description:
    'The system is refused from now on, and nothing more is reported to it. People and orders stay.',
  scope: 'account:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['shareLink.ended'],
  refuses: ['missing'],
  input: z.strictObject({ connectionId: PublicId }),
  output: z.null(),
  rest: {
    group: 'connections',
    route: 'DELETE /connection/{connectionId}',
    sdk: 'connections.delete',
    status: 204,
  },
  async run(context, { connectionId }) {
    const { sql, account, caller, now } = context
    const connection = (await lockConnection(sql, account.id, connectionId)) ?? noSuchConnection()
    await endConnections(sql, account.id, [connectionId], now())
    const by = caller.kind === 'delegate' ? caller.memberId : null
    await notifyOwners(context, by, { kind: 'keyRevoked', key: connection.name })
    return { resource: null, changes: [{ target: { type: 'connection', id: connectionId } }] }
  },
})

export const listConnectionEntries = operation({
  name: 'list_connection_entries',
  summary: 'Read the log of a connection, newest first',
  description: 'The newest 500 lines are kept. They have no names, addresses or scores.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    connectionId: PublicId,
    limit: z.coerce
      .number()
      .pipe(z.int().min(1).max(100))
      .default(50)
      .meta({ description: 'Number of lines, up to 100.', examples: [50] }),
  }),
  output: z.array(ConnectionEntry),
  rest: {
    group: 'connections',
    route: 'GET /connection/{connectionId}/entries',
    sdk: 'connections.listEntries',
    key: 'entries',
    status: 200,
  },
  async run(context, { connectionId, limit }) {
    const { sql, account } = context
    await openListed(context, connectionId)
    const rows = await listEntries(sql, { accountId: account.id, connectionId }, limit)
    return { resource: rows.map((row) => ({ ...row, at: iso(row.at) })) }
  },
})

export function noSuchConnection(): never {
  throw new Failure('connection_not_found')
}

async function openListed({ sql, account }: Context, id: string): Promise<ListedConnection> {
  const [row] = await listConnectionRows(sql, account.id, id)
  return row ?? noSuchConnection()
}

/** A key, and what is stored of it. It is also sealed, because a system may be sent it back as our proof. */
function makeKey({ account, installation }: Context, id: string): { key: string; stored: StoredKey } {
  const key = newConnectionKey(account.id)
  const keySealed = installation.secretKey.seal(key, keyContext(account.id, id))
  return { key, stored: { keyHash: hashSecret(key), keyLastFour: key.slice(-4), keySealed } }
}

function sealRemote({ account, installation }: Context, id: string, key: string | null | undefined) {
  return key ? installation.secretKey.seal(key, remoteKeyContext(account.id, id)) : null
}

function toConnection({ installation }: Context, row: ListedConnection): AccountConnection {
  return {
    id: row.id,
    provider: row.provider,
    name: row.name,
    createdAt: iso(row.createdAt),
    lastUsedAt: row.lastUsedAt && iso(row.lastUsedAt),
    keyLastFour: row.keyLastFour,
    keyMadeAt: iso(row.keyMadeAt),
    hasRemoteKey: row.remoteKeySealed !== null,
    sharesLabels: row.sharesLabelsSince !== null,
    deleteErases: row.deleteErases,
    addresses: addressesOf(installation.publicUrl, row),
    waiting: row.waiting,
    lastProblem: row.problemAt
      ? { at: iso(row.problemAt), call: row.problemCall ?? '', message: row.problemMessage }
      : null,
  }
}

function iso(at: string): string {
  return new Date(at).toISOString()
}
