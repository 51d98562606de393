import { conflict, Failure } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import type { ResourceAlias } from '../alias/model.ts'
import { lockTagForShare } from '../alias/store.ts'
import { lockProfile, markUpdated, writeDocument } from '../profile/store.ts'

export type AliasedResource = Pick<ResourceAlias, 'resourceType' | 'resourceId'>

/**
 * Locks resources against deletion, and profiles against other writers of their document, until the transaction ends.
 * Locks in id order to avoid deadlocks. Returns the ids that don't exist in the account.
 */
export async function lockResources(
  { sql, account }: Context,
  resources: readonly AliasedResource[],
): Promise<string[]> {
  const unknownIds: string[] = []
  for (const { resourceType, resourceId } of distinct(resources)) {
    const lock = resourceType === 'profile' ? lockProfile : lockTagForShare
    if (!(await lock(sql, account.id, resourceId))) unknownIds.push(resourceId)
  }
  return unknownIds
}

export function noSuchResource({ resourceType }: AliasedResource): never {
  throw new Failure(`${resourceType}_not_found`, {
    message: `No ${resourceType} with this id was found on this account. Nothing was changed.`,
    param: 'resourceId',
  })
}

export function noSuchAlias(): never {
  throw new Failure('resource_alias_not_found')
}

export function aliasChangedConcurrently(): never {
  throw conflict('The alias was changed at the same time. Try again.')
}

/** Profiles include their aliases as `customIds`, so their document changes with them; tags don't. */
export async function refreshAliasedProfiles(
  { sql, account }: Context,
  resources: readonly AliasedResource[],
  changedAt: Date,
): Promise<void> {
  for (const { resourceType, resourceId } of distinct(resources)) {
    if (resourceType !== 'profile') continue
    await markUpdated(sql, account.id, resourceId, changedAt)
    await writeDocument(sql, account.id, resourceId)
  }
}

function distinct(resources: readonly AliasedResource[]): AliasedResource[] {
  const byId = new Map(resources.map((resource) => [resource.resourceId, resource]))
  return [...byId.values()].sort((left, right) => (left.resourceId < right.resourceId ? -1 : 1))
}
