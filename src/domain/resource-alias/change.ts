import { z } from 'zod'
import { Failure } from '../../contract/failure.ts'
import { type Change, type Context, operation } from '../../contract/operation.ts'
import { ConsumerKey, PublicId } from '../../contract/shapes.ts'
import { AliasIdInput, aliasAuditFields, ResourceAlias } from '../alias/model.ts'
import { findAlias, findSameAlias, lockAlias, removeAlias, updateAlias } from '../alias/store.ts'
import { recordEvent } from '../event/record.ts'
import {
  aliasChangedConcurrently,
  lockResources,
  noSuchAlias,
  noSuchResource,
  refreshAliasedProfiles,
} from './aliased-resource.ts'

export const updateResourceAlias = operation({
  name: 'update_resource_alias',
  summary: 'Change the key of a resource alias, or its resource',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: ['resourceAlias.updated'],
  refuses: ['missing', 'conflict'],
  input: AliasIdInput.extend({ resourceId: PublicId.optional(), consumerKey: ConsumerKey.optional() })
    .refine((input) => Object.keys(input).length > 1, {
      message: 'Give at least one of resourceId or consumerKey.',
    })
    .meta({ anyOf: [{ required: ['resourceId'] }, { required: ['consumerKey'] }] }),
  output: ResourceAlias,
  rest: {
    group: 'resource aliases',
    route: 'PATCH /resource-alias/{resourceAliasId}',
    sdk: 'resourceAliases.update',
    key: 'resourceAlias',
    status: 200,
    examples: { body: { consumerKey: 'crm-4711' } },
  },
  async run(context, { resourceAliasId, ...input }) {
    const { sql, account, now } = context
    const before = (await findAlias(sql, account.id, resourceAliasId)) ?? noSuchAlias()
    const after = {
      ...before,
      resourceId: input.resourceId ?? before.resourceId,
      consumerKey: input.consumerKey ?? before.consumerKey,
    }
    await lockWithResources(context, before, after)
    const fields = (['consumerKey', 'resourceId'] as const).filter((field) => after[field] !== before[field])
    if (fields.length === 0) return { resource: before, changes: [] }
    if (await findSameAlias(sql, account.id, after)) {
      throw new Failure('alias_taken')
    }
    const updatedAt = now()
    await updateAlias(sql, account.id, after, updatedAt)
    await refreshAliasedProfiles(context, [before, after], updatedAt)
    recordEvent(sql, {
      type: 'resourceAlias.updated',
      data: { resourceAliasId: before.id, ...aliasAuditFields(after), fields },
    })
    const change: Change = {
      target: { type: 'resource_alias', id: before.id },
      changes: { fields, ...aliasAuditFields(after), before: aliasAuditFields(before) },
    }
    return { resource: { ...after, updatedAt: updatedAt.toISOString() }, changes: [change] }
  },
})

export const deleteResourceAlias = operation({
  name: 'delete_resource_alias',
  summary: 'Delete a resource alias; the resource stays',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: ['resourceAlias.deleted'],
  refuses: ['missing', 'conflict'],
  input: AliasIdInput,
  output: z.null(),
  rest: {
    group: 'resource aliases',
    route: 'DELETE /resource-alias/{resourceAliasId}',
    sdk: 'resourceAliases.delete',
    status: 204,
  },
  async run(context, { resourceAliasId }) {
    const { sql, account, now } = context
    const alias = (await findAlias(sql, account.id, resourceAliasId)) ?? noSuchAlias()
    await lockWithResources(context, alias)
    await removeAlias(sql, account.id, alias.id)
    await refreshAliasedProfiles(context, [alias], now())
    recordEvent(sql, {
      type: 'resourceAlias.deleted',
      data: { resourceAliasId: alias.id, ...aliasAuditFields(alias) },
    })
    return {
      resource: null,
      changes: [{ target: { type: 'resource_alias', id: alias.id }, changes: aliasAuditFields(alias) }],
    }
  },
})

/**
 * Locks the resources first and the alias second, in the same order as deleting a resource, to avoid deadlocks. Rows
 * read before the locks may have changed since.
 */
async function lockWithResources(
  context: Context,
  before: ResourceAlias,
  after: ResourceAlias = before,
): Promise<void> {
  const unknownIds = await lockResources(context, [before, after])
  if (unknownIds.includes(before.resourceId)) noSuchAlias()
  if (unknownIds.length > 0) noSuchResource(after)
  const locked = (await lockAlias(context.sql, context.account.id, before.id)) ?? noSuchAlias()
  if (locked.resourceId !== before.resourceId || locked.consumerKey !== before.consumerKey)
    aliasChangedConcurrently()
}
