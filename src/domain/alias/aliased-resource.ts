import { conflict, notFound } from '../../contract/failure.ts'
import type { Context } from '../../contract/operation.ts'
import { lockProfile, markUpdated, writeDocument } from '../profile/store.ts'
import type { ResourceAlias } from './model.ts'
import { lockTagForShare } from './store.ts'

export type AliasedResource = Pick<ResourceAlias, 'resourceType' | 'resourceId'>

/**
 * Keeps resources from being deleted, and the documents of profiles from being written by others, until the
 * transaction ends. Takes them in the order of their ids, so that two callers never wait for each other. Returns the
 * ids that are not on the account.
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
  throw notFound(`No ${resourceType} with this id was found on this account. Nothing was changed.`, {
    code: `${resourceType}_not_found`,
    param: 'resourceId',
  })
}

export function noSuchAlias(): never {
  throw notFound('Resource alias not found.', { code: 'resource_alias_not_found' })
}

export function aliasChangedConcurrently(): never {
  throw conflict('The alias was changed at the same moment. Try again.')
}

/** A profile shows its keys as `customIds`, so it has changed with them; a tag shows none. */
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
