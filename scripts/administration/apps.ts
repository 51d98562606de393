import { z } from 'zod'
import { notFound } from '../../src/contract/failure.ts'
import { PersonName } from '../../src/contract/shapes.ts'
import { revokeGrants } from '../../src/domain/app/revoke.ts'
import { createSendToRegion } from '../../src/domain/region/apply-message.ts'
import { listRegisteredClients, removeClient } from '../../src/identity/authorization/oauth-clients.ts'
import { newAppId, registerClient } from '../../src/identity/authorization/register-client.ts'
import { command } from './command.ts'
import { table } from './table.ts'

const kinds = ['public', 'confidential'] as const

export const createAppCommand = command({
  name: 'app create',
  summary:
    'Register an app that members can let in. A confidential one runs on a server and is shown its secret this once.',
  usage: '--name N --redirect-uris https://app.example/callback[,…] [--kind public|confidential]',
  input: z.strictObject({
    name: PersonName.refine((name) => name !== '', 'must not be empty'),
    redirectUris: z.string().transform((text) => text.split(',').map((part) => part.trim())),
    kind: z.enum(kinds, `must be one of ${kinds.join(', ')}`).default('public'),
  }),
  async run({ database, now }, { name, redirectUris, kind }) {
    const app = { clientId: newAppId(), name, redirectUris, isConfidential: kind === 'confidential' }
    const { clientSecret } = await database.inSystem((sql) => registerClient(sql, app, now()))
    const rows = [['client_id', app.clientId], ...(clientSecret ? [['client_secret', clientSecret]] : [])]
    const note = clientSecret
      ? '\nThe secret is shown this once; keep it where only the app can read it.'
      : ''
    return {
      text: table(rows) + note,
      json: {
        app: { clientId: app.clientId, ...(clientSecret ? { clientSecret } : {}), name, kind, redirectUris },
      },
    }
  },
})

export const listAppsCommand = command({
  name: 'app list',
  summary: 'List the apps that were registered here; those that registered themselves are not among them.',
  usage: '',
  input: z.strictObject({}),
  async run({ database }) {
    const clients = await database.inSystem(listRegisteredClients, { readOnly: true })
    const apps = clients.map(({ clientId, name, metadata, secretHash, createdAt, lastUsedAt }) => ({
      clientId,
      name,
      kind: secretHash ? 'confidential' : 'public',
      redirectUris: metadata.redirect_uris,
      createdAt,
      lastUsedAt,
    }))
    const rows = apps.map(({ clientId, kind, createdAt, lastUsedAt, name }) => [
      ...[clientId, kind, createdAt, lastUsedAt, name],
    ])
    const titles = ['CLIENT ID', 'KIND', 'SINCE', 'LAST LET IN', 'NAME']
    return { text: rows.length === 0 ? 'There is no app.' : table([titles, ...rows]), json: { apps } }
  },
})

export const deleteAppCommand = command({
  name: 'app delete',
  summary: 'Remove an app, and end everything that members let it do, at once and for good.',
  usage: '<CLIENT_ID>',
  argument: 'clientId',
  input: z.strictObject({ clientId: z.string().min(1).max(2000) }),
  async run({ database, region, secretKey, now, newId }, { clientId }) {
    const parts = { database, region, secretKey, clock: now, newId }
    const queueRegionMessage = createSendToRegion(parts)
    // The app first: from then on no one can authorize it, so nothing new starts while its grants end.
    const removed = await database.inSystem((sql) => removeClient(sql, clientId))
    const ended = await revokeGrants(
      { ...parts, queueRegionMessage },
      { clientId },
      {
        reason: 'client_deleted',
        actor: { kind: 'operator', id: 'shell', clientId: null },
        requestId: newId(),
      },
    )
    if (removed === 0 && ended.length === 0) {
      throw notFound(`There is no app ${clientId}. List those registered here with: app list`)
    }
    const accounts = new Set(ended.map(({ accountId }) => accountId)).size
    const many = ended.length === 1 ? 'grant' : 'grants'
    const text = `The app is gone, and with it ${ended.length} ${many} in ${accounts} ${accounts === 1 ? 'account' : 'accounts'}.`
    return { text, json: { app: { clientId }, ended: ended.length } }
  },
})
