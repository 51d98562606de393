import { z } from 'zod'
import { Failure, notFound } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { PublicId, Timestamp } from '../../contract/shapes.ts'
import { insertMachineClient, newClientId } from '../../identity/client-credentials.ts'
import {
  addMachineSecret,
  listMachineClients,
  lockMachineClient,
  type MachineClientRow,
} from '../../identity/machine-clients.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import {
  ClientId,
  ClientList,
  ClientName,
  ClientScopes,
  liveSecrets,
  maxClients,
  NewSecret,
  Overlap,
  overlapHours,
  toClientView,
} from './model.ts'
import { revokeClientAndLinks } from './revoke.ts'

// Machine clients are managed on the pages of the authorization server, not through REST: no token, and so no
// connected app, may create a credential that outlasts it. Only owners may use them, because a client can do all
// that they can.

export const listClients = operation({
  name: 'list_clients',
  summary: 'List the machine clients of the account, the revoked ones too',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'any',
  effect: 'reads',
  // Members of a paused account must still be able to find and revoke its clients.
  evenPaused: true,
  input: z.strictObject({}),
  output: ClientList,
  async run({ sql, account, now }) {
    const rows = await listMachineClients(sql, account.id)
    return { resource: { clients: rows.map((row) => toClientView(row, now())) } }
  },
})

export const createClient = operation({
  name: 'create_client',
  summary: 'Create a machine client; its secret is shown once',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'recent',
  effect: 'adds',
  emits: [],
  refuses: ['conflict'],
  input: z.strictObject({
    name: ClientName,
    scopes: ClientScopes,
    /** Generated with the form, so that submitting the form twice creates one client. */
    formId: PublicId,
  }),
  output: NewSecret,
  async run(context, { name, scopes, formId }) {
    const { sql, account, installation, now } = context
    const madeBy = memberOf(context)
    const own = Buffer.from(formId, 'hex')
    refuseAgain(await listMachineClients(sql, account.id), newClientId(installation.region, account.id, own))
    const client = {
      accountId: account.id,
      region: installation.region,
      name,
      scopes,
      now: now(),
      own,
      madeBy,
    }
    const made = await insertMachineClient(sql, client)
    await notifyOwners(context, madeBy, { kind: 'keyMade', key: name })
    const target = { type: 'client', id: made.clientId } as const
    return { resource: { ...made, name, olderEndsAt: null }, changes: [{ target, changes: { scopes } }] }
  },
})

export const rotateClient = operation({
  name: 'rotate_client',
  summary: 'Give a machine client a new secret; one older secret can stay valid for up to a week',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'recent',
  effect: 'replaces',
  emits: [],
  refuses: ['missing', 'conflict'],
  input: z.strictObject({
    clientId: ClientId,
    overlap: Overlap,
    /** The secret that stays valid for the overlap, by creation time; the newest by default. */
    keep: Timestamp.optional(),
    /** The newest secret known to the form, so that submitting it twice creates one secret. */
    newest: Timestamp,
  }),
  output: NewSecret,
  async run(context, { clientId, overlap, keep, newest }) {
    const { sql, account } = context
    const now = context.now()
    const { client, live } = await getLive(context, clientId)
    const last = client.secrets.at(-1)
    if (last && Date.parse(last.createdAt) !== Date.parse(newest)) {
      throw new Failure('rotated_already')
    }
    const kept = keptOf(live, keep)
    const othersEndAt = new Date(now.getTime() + overlapHours[overlap] * 3_600_000)
    const clientSecret = await addMachineSecret(
      sql,
      { accountId: account.id, clientId },
      { now, othersEndAt, keepOnly: kept?.createdAt, madeBy: memberOf(context) },
    )
    await notifyOwners(context, memberOf(context), { kind: 'keyRotated', key: client.name })
    const ends = kept?.expiresAt ? Math.min(Date.parse(kept.expiresAt), othersEndAt.getTime()) : othersEndAt
    const olderEndsAt = kept && overlap !== 'now' ? new Date(ends).toISOString() : null
    const changes = { othersEndAt: olderEndsAt ?? now.toISOString() }
    return {
      resource: { clientId, clientSecret, name: client.name, olderEndsAt },
      changes: [{ target: { type: 'client', id: clientId }, changes }],
    }
  },
})

export const revokeClient = operation({
  name: 'revoke_client',
  summary: 'Revoke a machine client permanently, with all its secrets and tokens',
  access: 'member',
  reveals: 'nothing',
  issues: 'nothing',
  roles: ['owner'],
  signIn: 'any',
  effect: 'replaces',
  emits: ['shareLink.ended'],
  evenPaused: true,
  refuses: ['missing', 'invalid'],
  input: z.strictObject({
    clientId: ClientId,
    /** The name of the client, typed as confirmation of an irreversible action. */
    name: z.string().max(200),
  }),
  output: z.null(),
  async run(context, { clientId, name }) {
    const { sql, account } = context
    const found = await lockMachineClient(sql, account.id, clientId)
    if (!found) throw noClient()
    if (found.revokedAt !== null) return { resource: null, changes: [] }
    if (name.normalize('NFC').trim() !== found.name) {
      throw new Failure('name_differs', { param: 'name' })
    }
    await revokeClientAndLinks(sql, account.id, clientId, context.now())
    await notifyOwners(context, memberOf(context), { kind: 'keyRevoked', key: found.name })
    return { resource: null, changes: [{ target: { type: 'client', id: clientId } }] }
  },
})

function memberOf({ caller }: Pick<Context, 'caller'>): string | null {
  return caller.kind === 'member' ? caller.memberId : null
}

/** An active client, locked, with its valid secrets. */
async function getLive({ sql, account, now }: Context, clientId: string) {
  const found = await lockMachineClient(sql, account.id, clientId)
  // The client of a connection has no secret, and may get none: its key is what the connection's page shows.
  if (!found || found.revokedAt !== null || found.isOfConnection) throw noClient()
  const client = (await listMachineClients(sql, account.id)).find(
    (machineClient) => machineClient.clientId === clientId,
  )
  if (!client) throw noClient()
  return { client, live: liveSecrets(client, now()) }
}

function keptOf(live: MachineClientRow['secrets'], keep: string | undefined) {
  if (keep === undefined) return live.at(-1)
  return live.find(({ createdAt }) => Date.parse(createdAt) === Date.parse(keep)) ?? live.at(-1)
}

/** The same form again, or too many clients. */
function refuseAgain(rows: readonly MachineClientRow[], clientId: string): void {
  if (rows.some((row) => row.clientId === clientId)) {
    throw new Failure('made_already')
  }
  if (rows.filter(({ revokedAt }) => revokedAt === null).length < maxClients) return
  throw new Failure('too_many_clients', {
    message: `An account can have up to ${maxClients} machine clients. Revoke one that you don't use.`,
  })
}

/** Clients of another account get the same response. */
function noClient(): Error {
  return notFound('There is no such client.')
}
