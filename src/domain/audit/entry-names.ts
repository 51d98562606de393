import { dashboardClientId } from '../../contract/authorization.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import {
  findAliasKeys,
  findAppNames,
  findCampaignNames,
  findConnectionNames,
  findMachineNames,
  findMemberAddresses,
  findProfileNames,
  findSavedTeamNames,
  findTagLabels,
  findWebhookNames,
  type NamesById,
} from './name-store.ts'
import type { ReadEntry } from './search-store.ts'

/** Current names of an entry's ids; null if the object no longer exists. */
export type EntryNames = { actor: string | null; client: string | null; target: string | null }

/**
 * Looks up the current names of the ids in these entries, one query per type. Entries store no names, so erased,
 * removed or deleted people and objects have none.
 */
export async function readEntryNames(
  sql: Sql,
  account: Pick<Account, 'id' | 'name'>,
  entries: readonly ReadEntry[],
): Promise<(entry: ReadEntry) => EntryNames> {
  const idsOf = (read: (entry: ReadEntry) => readonly (string | null | undefined)[]) => [
    ...new Set(entries.flatMap(read).filter((id) => typeof id === 'string')),
  ]
  const targets = (type: string) => idsOf((entry) => [entry.targetType === type ? entry.targetId : null])
  const members = idsOf((entry) => [
    entry.actorKind === 'member' ? entry.actorId : null,
    entry.targetType === 'member' ? entry.targetId : null,
  ])
  const profiles = idsOf((entry) => [
    entry.actorKind === 'person' ? entry.actorId : null,
    entry.targetType === 'profile' ? entry.targetId : null,
  ])
  const machines = idsOf((entry) => [
    entry.actorKind === 'client' ? entry.actorId : null,
    entry.targetType === 'client' ? entry.targetId : null,
  ])
  const apps = idsOf((entry) => [entry.actorKind === 'client' ? null : entry.clientId, appOf(entry)])
  const [memberNames, profileNames, machineNames, appNames] = await Promise.all([
    findMemberAddresses(sql, account.id, members),
    findProfileNames(sql, account.id, profiles),
    findMachineNames(sql, account.id, machines),
    findAppNames(sql, account.id, apps),
  ])
  const onlyTargets = Object.entries(finders).map(
    async ([type, find]) => [type, await find(sql, account.id, targets(type))] as const,
  )
  const clientNames: NamesById = new Map([...appNames, ...machineNames, [dashboardClientId, 'Dashboard']])
  const namesByActorKind: Partial<Record<ReadEntry['actorKind'], NamesById>> = {
    member: memberNames,
    person: profileNames,
    client: machineNames,
  }
  const namesByTargetType: Record<string, NamesById> = {
    account: new Map([[account.id, account.name]]),
    member: memberNames,
    profile: profileNames,
    client: machineNames,
    ...Object.fromEntries(await Promise.all(onlyTargets)),
  }
  return (entry) => {
    const app = appOf(entry)
    return {
      actor: namesByActorKind[entry.actorKind]?.get(entry.actorId) ?? null,
      client: (entry.clientId !== null && clientNames.get(entry.clientId)) || null,
      target: (app ? clientNames.get(app) : namesByTargetType[entry.targetType]?.get(entry.targetId)) ?? null,
    }
  }
}

/** Of types that are only targets and have names. Messages, orders and links have none. */
const finders: Readonly<Record<string, typeof findTagLabels>> = {
  tag: findTagLabels,
  saved_team: findSavedTeamNames,
  resource_alias: findAliasKeys,
  webhook: findWebhookNames,
  campaign: findCampaignNames,
  connection: findConnectionNames,
}

/** Entries on an app target the grant; the client id of the app is in the changes. */
function appOf({ targetType, changes }: ReadEntry): string | undefined {
  return targetType === 'app' && typeof changes.clientId === 'string' ? changes.clientId : undefined
}
