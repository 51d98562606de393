import { z } from 'zod'
import { conflict, notFound } from '../../src/contract/failure.ts'
import type { Sql } from '../../src/contract/ports.ts'
import { isScope, type Scope, scopes } from '../../src/contract/scope.ts'
import { PersonName, PublicId } from '../../src/contract/shapes.ts'
import { revokeClientAndLinks } from '../../src/domain/client/revoke.ts'
import { insertMachineClient, parseClientId } from '../../src/identity/client-credentials.ts'
import {
  addMachineSecret,
  listMachineClients,
  lockMachineClient,
} from '../../src/identity/machine-clients.ts'
import { command } from './command.ts'
import { changeAccount, readAccount } from './shell.ts'
import { table } from './table.ts'

const Scopes = z.string().transform((text, context) => {
  const requested = text.split(',').map((part) => part.trim())
  if (requested.every(isScope)) return scopes.filter((scope) => requested.includes(scope))
  context.addIssue({ code: 'custom', message: `must be some of ${scopes.join(',')}, with commas between` })
  return z.NEVER
})

/** A client id contains its account id. */
const ClientId = z.string().refine((text) => parseClientId(text) !== undefined, {
  message: 'is not a client id, such as m2m_us_…; list them with: client list --account ID',
})

export const createClientCommand = command({
  name: 'client create',
  summary: 'Make a machine client with all scopes, or with some; its secret is shown this once.',
  usage: '--account ID --name N [--scopes profiles:read,account:read]',
  input: z.strictObject({
    account: PublicId,
    name: PersonName.refine((name) => name !== '', 'must not be empty'),
    scopes: Scopes.optional(),
  }),
  async run(shell, { account, name, scopes: some }) {
    const { region } = shell
    const granted: readonly Scope[] = some ?? scopes
    const client = await changeAccount(shell, account, 'create_client', async (sql) => {
      const now = shell.now()
      const result = await insertMachineClient(sql, {
        accountId: account,
        region,
        name,
        scopes: granted,
        now,
      })
      const target = { type: 'client', id: result.clientId } as const
      return { result, changes: [{ target, changes: { scopes: granted } }] }
    })
    return {
      text: credentials(client),
      json: { client: { ...client, accountId: account, name, scopes: granted } },
    }
  },
})

export const rotateClientCommand = command({
  name: 'client rotate',
  summary: 'Give a client a new secret; the ones it has go on working for 24 hours unless told otherwise.',
  usage: '<CLIENT_ID> [--keep-old-hours 24]',
  argument: 'clientId',
  input: z.strictObject({
    clientId: ClientId,
    keepOldHours: z
      .string()
      .regex(/^\d{1,4}$/, 'must be a whole number of hours, at most 9999')
      .transform(Number)
      .default(24),
  }),
  async run(shell, { clientId, keepOldHours }) {
    const account = accountOf(clientId)
    const now = shell.now()
    const othersEndAt = new Date(now.getTime() + keepOldHours * 3_600_000)
    const clientSecret = await changeAccount(shell, account, 'rotate_client', async (sql) => {
      const { revokedAt } = await lockClient(sql, clientId)
      if (revokedAt !== null) throw conflict('The client was revoked. Make a new one with: client create')
      const result = await addMachineSecret(
        sql,
        { accountId: account, clientId },
        { now, othersEndAt, madeBy: null },
      )
      const changes = { othersEndAt: othersEndAt.toISOString() }
      return { result, changes: [{ target: { type: 'client', id: clientId }, changes }] }
    })
    const until = `Older secrets end at ${othersEndAt.toISOString()}.`
    return {
      text: `${credentials({ clientId, clientSecret })}\n${until}`,
      json: { client: { clientId, clientSecret, accountId: account, othersEndAt } },
    }
  },
})

export const revokeClientCommand = command({
  name: 'client revoke',
  summary: 'End a client with all its secrets and tokens, at once and for good.',
  usage: '<CLIENT_ID>',
  argument: 'clientId',
  input: z.strictObject({ clientId: ClientId }),
  async run(shell, { clientId }) {
    const account = accountOf(clientId)
    const changed = await changeAccount(shell, account, 'revoke_client', async (sql) => {
      const { revokedAt } = await lockClient(sql, clientId)
      if (revokedAt !== null) return { result: false, changes: [] }
      await revokeClientAndLinks(sql, account, clientId, shell.now())
      return { result: true, changes: [{ target: { type: 'client', id: clientId } }] }
    })
    const text = changed ? 'The client is revoked.' : 'The client was revoked already.'
    return { text, json: { client: { clientId, accountId: account }, changed } }
  },
})

export const listClientsCommand = command({
  name: 'client list',
  summary: 'List the clients of an account, the revoked ones too.',
  usage: '--account ID',
  input: z.strictObject({ account: PublicId }),
  async run(shell, { account }) {
    const clients = await readAccount(shell, account, (sql) => listMachineClients(sql, account))
    const rows = clients.map(({ clientId, name, scopes: granted, createdAt, lastUsedAt, revokedAt }) => [
      clientId,
      revokedAt === null ? 'live' : 'revoked',
      createdAt,
      lastUsedAt ?? 'never',
      granted.length === scopes.length ? 'all scopes' : granted.join(','),
      name,
    ])
    const titles = ['CLIENT ID', 'STATE', 'CREATED', 'LAST USED', 'SCOPES', 'NAME']
    const text = rows.length === 0 ? 'The account has no client.' : table([titles, ...rows])
    return { text, json: { clients } }
  },
})

function accountOf(clientId: string): string {
  return parseClientId(clientId)?.accountId ?? ''
}

async function lockClient(sql: Sql, clientId: string) {
  const found = await lockMachineClient(sql, accountOf(clientId), clientId)
  if (!found) throw notFound(`There is no client ${clientId}.`)
  return found
}

function credentials({ clientId, clientSecret }: { clientId: string; clientSecret: string }): string {
  const rows = table([
    ['client_id', clientId],
    ['client_secret', clientSecret],
  ])
  return `${rows}\nThe secret is not shown again.`
}
