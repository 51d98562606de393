import { userSchema } from './resources.ts'

const configSchema = 'urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'
const typeSchema = 'urn:ietf:params:scim:schemas:core:2.0:ResourceType'
const schemaSchema = 'urn:ietf:params:scim:schemas:core:2.0:Schema'

/** RFC 7643 section 5. */
export function serviceProviderConfig(base: string, documentation: string): object {
  return {
    schemas: [configSchema],
    documentationUri: documentation,
    patch: { supported: true },
    bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
    filter: { supported: true, maxResults: 200 },
    changePassword: { supported: false },
    sort: { supported: false },
    etag: { supported: false },
    authenticationSchemes: [
      {
        type: 'oauthbearertoken',
        name: 'Bearer',
        description: 'The key of the connection as a Bearer token.',
        specUri: 'https://www.rfc-editor.org/info/rfc6750',
        primary: true,
      },
      {
        type: 'httpbasic',
        name: 'Basic',
        description: 'The key of the connection as user name or password.',
        specUri: 'https://www.rfc-editor.org/info/rfc7617',
      },
    ],
    meta: { resourceType: 'ServiceProviderConfig', location: `${base}/ServiceProviderConfig` },
  }
}

/** RFC 7643 section 6. */
export function userResourceType(base: string): object {
  return {
    schemas: [typeSchema],
    id: 'User',
    name: 'User',
    endpoint: '/Users',
    description: 'A person who is assessed.',
    schema: userSchema,
    meta: { resourceType: 'ResourceType', location: `${base}/ResourceTypes/User` },
  }
}

/** RFC 7643 section 7: the attributes that are kept. */
export function userSchemaResource(base: string): object {
  return {
    schemas: [schemaSchema],
    id: userSchema,
    name: 'User',
    description: 'A person who is assessed. No result is ever part of it.',
    attributes: [
      text('userName', 'Identifies the person in the directory.', { required: true, uniqueness: 'server' }),
      complex('name', 'The name of the person.', [
        text('formatted', 'The whole name.'),
        text('familyName', 'The family name.'),
        text('givenName', 'The given name.'),
      ]),
      text('displayName', 'The name to show.'),
      text('preferredLanguage', 'The language of emails and questionnaires.'),
      { ...text('active', 'Whether the person gets invites.'), type: 'boolean' },
      { ...complex('emails', 'Email addresses; the one for work gets invites.', entry), multiValued: true },
      { ...complex('phoneNumbers', 'Phone numbers, in E.164.', entry), multiValued: true },
    ],
    meta: { resourceType: 'Schema', location: `${base}/Schemas/${userSchema}` },
  }
}

function text(name: string, description: string, more: object = {}) {
  return {
    ...{ name, type: 'string', multiValued: false, description, required: false, caseExact: false },
    ...{ mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
    ...more,
  }
}

function complex(name: string, description: string, subAttributes: readonly object[]) {
  return {
    ...{ name, type: 'complex', multiValued: false, description, required: false },
    ...{ subAttributes, mutability: 'readWrite', returned: 'default', uniqueness: 'none' },
  }
}

const entry = [
  text('value', 'The address or number.'),
  text('type', 'What it is for, such as work.'),
  { ...text('primary', 'Whether it is the preferred one.'), type: 'boolean' },
]
