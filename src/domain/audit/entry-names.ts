import { dashboardClientId } from '../../contract/authorization.ts'
import type { Account } from '../../contract/operation.ts'
import type { Sql } from '../../contract/ports.ts'
import {
  findAliasKeys,
  findAppNames,
  findMachineNames,
  findMemberAddresses,
  findProfileNames,
  findTagLabels,
  type NamesById,
} from './name-store.ts'
import type { ReadEntry } from './store.ts'

/** What an entry's ids are called at the moment of reading; null where nothing has that id any more. */
export type EntryNames = { actor: string | null; client: string | null; target: string | null }

/**
 * Looks up what the ids of these entries are called today, one statement for each kind of thing. No name is kept in
 * an entry, so whoever is erased, has left or was deleted is named nowhere.
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
  const [ofMember, ofProfile, ofTag, ofAlias, ofMachine, ofApp] = await Promise.all([
    findMemberAddresses(sql, account.id, members),
    findProfileNames(sql, account.id, profiles),
    findTagLabels(sql, account.id, targets('tag')),
    findAliasKeys(sql, account.id, targets('resource_alias')),
    findMachineNames(sql, account.id, machines),
    findAppNames(sql, account.id, apps),
  ])
  const ofClient: NamesById = new Map([...ofApp, ...ofMachine, [dashboardClientId, 'Dashboard']])
  const byActor: Partial<Record<ReadEntry['actorKind'], NamesById>> = {
    member: ofMember,
    person: ofProfile,
    client: ofMachine,
  }
  const byTarget: Record<string, NamesById> = {
    account: new Map([[account.id, account.name]]),
    member: ofMember,
    profile: ofProfile,
    client: ofMachine,
    tag: ofTag,
    resource_alias: ofAlias,
  }
  return (entry) => {
    const app = appOf(entry)
    return {
      actor: byActor[entry.actorKind]?.get(entry.actorId) ?? null,
      client: (entry.clientId !== null && ofClient.get(entry.clientId)) || null,
      target: (app ? ofClient.get(app) : byTarget[entry.targetType]?.get(entry.targetId)) ?? null,
    }
  }
}

/** An entry on an app is about a consent; which app it was for stands in its changes. */
function appOf({ targetType, changes }: ReadEntry): string | undefined {
  return targetType === 'app' && typeof changes.clientId === 'string' ? changes.clientId : undefined
}
