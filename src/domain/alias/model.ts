import { z } from 'zod'
import { ConsumerKey, PublicId, Timestamp } from '../../contract/shapes.ts'

export const ResourceType = z
  .enum(['profile', 'tag'], { error: 'is not a type of resource: use profile or tag' })
  .meta({ description: 'Type of the resource.', examples: ['profile'] })
export type ResourceType = z.output<typeof ResourceType>

/** The fields that identify an alias: unique together, not individually. */
export const aliasFields = {
  resourceType: ResourceType,
  resourceId: PublicId,
  consumerKey: ConsumerKey,
}

export const ResourceAlias = z
  .strictObject({ id: PublicId, createdAt: Timestamp, updatedAt: Timestamp, ...aliasFields })
  .meta({ id: 'ResourceAlias', description: 'Your own key for a profile or a tag.' })

export type ResourceAlias = z.output<typeof ResourceAlias>

/** Input of operations on one alias. */
export const AliasIdInput = z.strictObject({ resourceAliasId: PublicId })

/** What the audit log stores of an alias: the key is the caller's own and may name a person. */
export function aliasAuditFields({
  resourceType,
  resourceId,
}: Pick<ResourceAlias, 'resourceType' | 'resourceId'>) {
  return { resourceType, resourceId }
}
