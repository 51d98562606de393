import { newPublicId } from '../../src/platform/ids.ts'
import type { Json } from './service.ts'

export type ScimAnswer = { status: number; body: Json; headers: Headers; text: string }

export type ScimClient = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<ScimAnswer>

/** Calls the SCIM endpoint as a directory with this key. */
export function scimClient(url: string, key: string): ScimClient {
  return async (method, path, body, headers = {}) => {
    const response = await fetch(`${url}/scim/v2${path}`, {
      method,
      headers: {
        authorization: `Bearer ${key}`,
        ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text ? JSON.parse(text) : undefined,
    }
  }
}

export const coreUser = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const patchOp = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

/** A user as Entra ID's page shows it. */
export function entraUser(changes: object = {}) {
  const name = newPublicId()
  return {
    schemas: [coreUser, 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'],
    externalId: name,
    userName: `${name}@test.test`,
    active: true,
    emails: [{ primary: true, type: 'work', value: `${name}.work@test.test` }],
    meta: { resourceType: 'User' },
    name: { formatted: 'Ada Osei', familyName: 'Osei', givenName: 'Ada' },
    roles: [],
    ...changes,
  }
}

/** A user as Okta's page shows it. */
export function oktaUser(changes: object = {}) {
  const name = newPublicId()
  return {
    schemas: [coreUser],
    userName: `${name}@test.test`,
    name: { givenName: 'Test', familyName: 'User' },
    emails: [{ primary: true, value: `${name}@test.test`, type: 'work' }],
    displayName: 'Test User',
    locale: 'en-US',
    externalId: `00u${name}`,
    groups: [],
    password: '1mz050nq',
    active: true,
    ...changes,
  }
}
