import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import { Timestamp } from '../../contract/shapes.ts'
import { noSuchConnection } from '../connection/operations.ts'
import { type ConnectionRow, findConnectionOfClient } from '../connection/store.ts'
import { addingEvents, addPerson } from './add-person.ts'
import { changeEvents, changePerson } from './change-person.ts'
import { PatchOperation, patchUser } from './patch.ts'
import { removalEvents, removePerson } from './remove-person.ts'
import { findProvisioned, listProvisioned, lockProvisioned, type ProvisionedRow } from './store.ts'
import { readUser, type User } from './user.ts'

// What the SCIM endpoint calls, as the machine client of a directory's connection. A directory is shown what it has
// sent, so none of these reveals more than a status.

const Resource = z.record(z.string(), z.unknown())
const UserId = z.string().max(100)
/** A user as the directory has sent it, with its id and times. */
const Provisioned = z.strictObject({
  id: z.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  user: z.custom<User>(),
})

export const listProvisionedPeople = operation({
  name: 'list_provisioned_people',
  summary: 'List the people that a directory has reported',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    filter: z
      .strictObject({
        attribute: z.enum(['userName', 'externalId', 'email', 'id']),
        value: z.string().max(300),
      })
      .optional(),
    offset: z.int().min(0).max(100_000_000),
    limit: z.int().min(0).max(200),
  }),
  output: z.strictObject({ total: z.int(), users: z.array(Provisioned) }),
  async run(context, { filter, offset, limit }) {
    const key = keyOf(context, await openDirectory(context))
    const { rows, total } = await listProvisioned(context.sql, key, filter, { limit, offset })
    return { resource: { total, users: rows.map(toProvisioned) } }
  },
})

export const getProvisionedPerson = operation({
  name: 'get_provisioned_person',
  summary: 'Get a person that a directory has reported',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({ id: UserId }),
  output: Provisioned,
  async run(context, { id }) {
    const key = keyOf(context, await openDirectory(context))
    return { resource: toProvisioned((await findProvisioned(context.sql, key, id)) ?? noSuchUser()) }
  },
})

export const provisionPerson = operation({
  name: 'provision_person',
  summary: 'Add a person that a directory reports, or take over one with the same email',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: addingEvents,
  billed: true,
  refuses: ['invalid', 'conflict'],
  input: z.strictObject({ resource: Resource }),
  output: Provisioned,
  async run(context, { resource }) {
    const key = keyOf(context, await openDirectory(context))
    const { profileId, changes } = await addPerson(context, key, readUser(resource))
    const row = (await findProvisioned(context.sql, key, profileId)) ?? noSuchUser()
    return { resource: toProvisioned(row), changes }
  },
})

export const replaceProvisionedPerson = operation({
  name: 'replace_provisioned_person',
  summary: 'Replace what a directory has reported about a person',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: changeEvents,
  refuses: ['invalid', 'missing', 'conflict', 'limited'],
  input: z.strictObject({ id: UserId, resource: Resource }),
  output: Provisioned,
  run: (context, { id, resource }) => change(context, id, () => readUser(resource)),
})

export const patchProvisionedPerson = operation({
  name: 'patch_provisioned_person',
  summary: 'Change what a directory has reported about a person',
  scope: 'profiles:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: changeEvents,
  refuses: ['invalid', 'missing', 'conflict', 'limited'],
  input: z.strictObject({ id: UserId, operations: z.array(PatchOperation).max(100) }),
  output: Provisioned,
  run: (context, { id, operations }) => change(context, id, (before) => patchUser(before, operations)),
})

export const deprovisionPerson = operation({
  name: 'deprovision_person',
  summary: 'Deactivate a person whom a directory has deleted; erase them if the connection says so',
  scope: 'profiles:write',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: removalEvents,
  refuses: ['missing'],
  input: z.strictObject({ id: UserId }),
  output: z.null(),
  async run(context, { id }) {
    const directory = await openDirectory(context)
    const key = keyOf(context, directory)
    if (!(await lockProvisioned(context.sql, key, id))) noSuchUser()
    return { resource: null, changes: await removePerson(context, key, id, directory.deleteErases) }
  },
})

async function change(context: Context, id: string, after: (before: User) => User) {
  const key = keyOf(context, await openDirectory(context))
  const row = (await lockProvisioned(context.sql, key, id)) ?? noSuchUser()
  const changes = await changePerson(context, key, {
    profileId: id,
    before: row.resource,
    after: after(row.resource),
  })
  return { resource: toProvisioned((await findProvisioned(context.sql, key, id)) ?? noSuchUser()), changes }
}

/** The directory whose machine client calls. */
async function openDirectory({ sql, account, caller }: Context): Promise<ConnectionRow> {
  const clientId = caller.kind === 'machine' ? caller.clientId : ''
  const connection = await findConnectionOfClient(sql, account.id, clientId)
  return connection?.provider === 'scim' ? connection : noSuchConnection()
}

function keyOf({ account }: Context, { id: connectionId }: ConnectionRow) {
  return { accountId: account.id, connectionId }
}

function noSuchUser(): never {
  throw new Failure('user_not_found')
}

function toProvisioned({ profileId, createdAt, updatedAt, resource }: ProvisionedRow) {
  const iso = (at: string) => new Date(at).toISOString()
  return { id: profileId, createdAt: iso(createdAt), updatedAt: iso(updatedAt), user: resource }
}
