import { z } from 'zod'
import { operation } from '../../contract/operation.ts'
import { paginationOf, rowRangeOf } from '../../contract/pagination.ts'
import { ConsumerKey, PageNumber, PageSize, PublicId } from '../../contract/shapes.ts'
import { AliasIdInput, aliasAuditFields, aliasFields, ResourceAlias, ResourceType } from '../alias/model.ts'
import { findAlias, findSameAlias, insertAlias, listAliases } from '../alias/store.ts'
import { recordEvent } from '../event/record.ts'
import {
  aliasChangedConcurrently,
  lockResources,
  noSuchAlias,
  noSuchResource,
  refreshAliasedProfiles,
} from './aliased-resource.ts'

export const listResourceAliases = operation({
  name: 'list_resource_aliases',
  summary: 'List resource aliases, newest first',
  description: 'Results match every filter. Keys are compared byte for byte.',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  input: z.strictObject({
    resourceType: ResourceType.optional(),
    resourceId: PublicId.optional(),
    consumerKey: ConsumerKey.optional(),
    limit: PageSize,
    page: PageNumber,
  }),
  output: z.array(ResourceAlias),
  rest: {
    group: 'resource aliases',
    route: 'GET /resource-aliases',
    sdk: 'resourceAliases.list',
    key: 'resourceAliases',
    status: 200,
  },
  async run({ sql, account }, { limit, page, ...filters }) {
    const { aliases, total } = await listAliases(sql, account.id, filters, rowRangeOf({ limit, page }))
    return { resource: aliases, siblings: { pagination: paginationOf({ limit, page }, total) } }
  },
})

export const getResourceAlias = operation({
  name: 'get_resource_alias',
  summary: 'Get one resource alias',
  scope: 'account:read',
  reveals: 'status',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: AliasIdInput,
  output: ResourceAlias,
  rest: {
    group: 'resource aliases',
    route: 'GET /resource-alias/{resourceAliasId}',
    sdk: 'resourceAliases.get',
    key: 'resourceAlias',
    status: 200,
  },
  async run({ sql, account }, { resourceAliasId }) {
    return { resource: (await findAlias(sql, account.id, resourceAliasId)) ?? noSuchAlias() }
  },
})

export const createResourceAlias = operation({
  name: 'create_resource_alias',
  summary: 'Give a profile or a tag a key of your own',
  description:
    'A resource can have many keys, and a key can belong to many resources. If the same alias already ' +
    'exists, it is returned with 200.',
  scope: 'account:write',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: ['resourceAlias.created'],
  refuses: ['missing', 'conflict'],
  input: z.strictObject(aliasFields),
  output: ResourceAlias,
  rest: {
    group: 'resource aliases',
    route: 'POST /resource-alias',
    sdk: 'resourceAliases.create',
    key: 'resourceAlias',
    status: 201,
    otherStatus: 200,
  },
  async run(context, fields) {
    const { sql, account, now, newId } = context
    if ((await lockResources(context, [fields])).length > 0) noSuchResource(fields)
    const [id, createdAt] = [newId(), now()]
    const inserted = await insertAlias(sql, { accountId: account.id, id, now: createdAt, ...fields })
    if (!inserted) {
      const existing = (await findSameAlias(sql, account.id, fields)) ?? aliasChangedConcurrently()
      return { resource: existing, created: false, changes: [] }
    }
    await refreshAliasedProfiles(context, [fields], createdAt)
    recordEvent(sql, {
      type: 'resourceAlias.created',
      data: { resourceAliasId: id, ...aliasAuditFields(fields) },
    })
    const time = createdAt.toISOString()
    return {
      resource: { id, createdAt: time, updatedAt: time, ...fields },
      created: true,
      changes: [{ target: { type: 'resource_alias', id }, changes: aliasAuditFields(fields) }],
    }
  },
})
