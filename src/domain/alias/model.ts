import { z } from 'zod'
import { ConsumerKey, PublicId, Timestamp } from '../../contract/shapes.ts'

export const ResourceType = z
  .enum(['profile', 'tag'], { error: 'is not a type of resource: use profile or tag' })
  .meta({ description: 'What kind of thing the key stands for.', examples: ['profile'] })
export type ResourceType = z.output<typeof ResourceType>

/** What makes an alias: the same three things stand once on an account, anything less may stand many times. */
export const aliasFields = {
  resourceType: ResourceType,
  resourceId: PublicId,
  consumerKey: ConsumerKey,
}

export const ResourceAlias = z
  .strictObject({ id: PublicId, createdAt: Timestamp, updatedAt: Timestamp, ...aliasFields })
  .meta({ id: 'ResourceAlias', description: 'A key of your own that stands for a profile or a tag.' })

export type ResourceAlias = z.output<typeof ResourceAlias>

/** The input of operations that only name an alias. */
export const AliasIdInput = z.strictObject({ resourceAliasId: PublicId })

/** What the audit keeps of an alias: the key is the caller's own and may name a person. */
export function aliasAuditFields({
  resourceType,
  resourceId,
}: Pick<ResourceAlias, 'resourceType' | 'resourceId'>) {
  return { resourceType, resourceId }
}
