import { ScimError } from './errors.ts'

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
const listSchema = 'urn:ietf:params:scim:api:messages:2.0:ListResponse'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'
export const searchSchema = 'urn:ietf:params:scim:api:messages:2.0:SearchRequest'

/** Bodies name their schema (RFC 7643 section 3.1). */
export function requireSchema(body: Record<string, unknown>, schema: string): void {
  const { schemas } = body
  const named =
    Array.isArray(schemas) && schemas.some((one) => String(one).toLowerCase() === schema.toLowerCase())
  if (!named) throw new ScimError(400, `schemas must include ${schema}.`, 'invalidSyntax')
}

/** `urn:…:User:userName` is `userName` (RFC 7644 section 3.10). */
export function withoutSchema(name: string): string {
  const prefix = `${userSchema}:`
  return name.toLowerCase().startsWith(prefix.toLowerCase()) ? name.slice(prefix.length) : name
}

export type ProvisionedUser = { id: string; createdAt: string; updatedAt: string; user: object }

/** A user as SCIM shows it: what the directory has sent, with id and times. */
export function userResource({ id, createdAt, updatedAt, user }: ProvisionedUser, base: string): object {
  return {
    schemas: [userSchema],
    id,
    ...user,
    meta: {
      resourceType: 'User',
      created: createdAt,
      lastModified: updatedAt,
      location: `${base}/Users/${id}`,
    },
  }
}

/** Only these attributes, or all but these (RFC 7644 section 3.9). `id` and `schemas` are always there. */
export function projected(
  resource: object,
  {
    attributes,
    excludedAttributes,
  }: { attributes: string | undefined; excludedAttributes: string | undefined },
): object {
  const topLevel = (list: string) =>
    new Set(list.split(',').map((name) => withoutSchema(name.trim()).split('.')[0]?.toLowerCase() ?? ''))
  const always = new Set(['id', 'schemas'])
  const only = attributes ? topLevel(attributes) : undefined
  const not = excludedAttributes ? topLevel(excludedAttributes) : undefined
  return Object.fromEntries(
    Object.entries(resource).filter(([name]) => {
      const key = name.toLowerCase()
      if (always.has(key)) return true
      return only ? only.has(key) : !not?.has(key)
    }),
  )
}

export function listResponse(resources: readonly object[], total: number, startIndex: number): object {
  return {
    schemas: [listSchema],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  }
}
