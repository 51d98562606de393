import { z } from 'zod'
import { type Context, operation } from '../../contract/operation.ts'
import { roles } from '../../contract/role.ts'
import { listMachineClientsOfMember } from '../../identity/machine-clients.ts'
import { notifyOwners } from '../notice/notify-owners.ts'
import { ClientId } from './model.ts'
import { revokeClientAndLinks } from './revoke.ts'

// People may need to revoke in a hurry the clients whose secrets their sessions showed. Every role can do this: a
// former owner may still have a secret.

const OwnClients = z.strictObject({
  clients: z.array(z.strictObject({ clientId: z.string(), name: z.string() })),
})

export const listOwnClients = operation({
  name: 'list_own_clients',
  summary: 'List the machine clients that the member created, or created a secret for',
  access: 'member',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'reads',
  evenPaused: true,
  input: z.strictObject({}),
  output: OwnClients,
  async run(context) {
    return { resource: { clients: await listOwn(context) } }
  },
})

export const revokeOwnClients = operation({
  name: 'revoke_own_clients',
  summary: 'Revoke machine clients that the member created, or created a secret for',
  access: 'member',
  roles,
  signIn: 'any',
  evenWithoutPasskey: true,
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['shareLink.ended'],
  evenPaused: true,
  input: z.strictObject({ clientIds: z.array(ClientId).max(200) }),
  output: OwnClients,
  async run(context, { clientIds }) {
    const { sql, account, caller, now } = context
    const clients = (await listOwn(context)).filter(({ clientId }) => clientIds.includes(clientId))
    for (const { clientId, name } of clients) {
      await revokeClientAndLinks(sql, account.id, clientId, now())
      const by = caller.kind === 'member' ? caller.memberId : null
      await notifyOwners(context, by, { kind: 'keyRevoked', key: name })
    }
    const changes = clients.map(({ clientId: id }) => ({
      action: 'revoke_client',
      target: { type: 'client', id } as const,
    }))
    return { resource: { clients }, changes }
  },
})

function listOwn({ sql, account, caller }: Context) {
  return caller.kind === 'member'
    ? listMachineClientsOfMember(sql, account.id, caller.memberId)
    : Promise.resolve([])
}
