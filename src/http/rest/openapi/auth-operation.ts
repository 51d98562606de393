import type { Schema } from '../../../contract/json-schema.ts'
import { scopes } from '../../../contract/scope.ts'
import { samplesOf } from './code-samples.ts'
import { rateLimitHeaderRefs } from './error-responses.ts'
import { headersOf } from './headers.ts'
import type { OperationObject } from './objects.ts'
import type { SchemaRegistry } from './schemas.ts'

/** `POST /auth`. It has no scope, no envelope on success, and the errors of RFC 6749 section 5.2. */
export function describeAuth(schemas: SchemaRegistry, base: string): OperationObject {
  schemas.name('ClientCredentials', credentials)
  schemas.name('AccessToken', token)
  schemas.name('SignInError', signInError)
  const body = { schema: { $ref: '#/components/schemas/ClientCredentials' }, example: exampleCredentials }
  return {
    operationId: 'signIn',
    summary: 'Exchange client credentials for an access token',
    description:
      'Send the credentials in a JSON or form body, or as `Authorization: Basic …`; with Basic, the ' +
      'body can be omitted. Credentials in both places return 400. A token is valid for about an hour; ' +
      'request a new one before it expires.',
    tags: ['authentication'],
    security: [],
    'x-scopes': [],
    'x-sdk': 'service.signIn',
    requestBody: {
      required: false,
      description: 'Omit it if the credentials are sent with HTTP Basic.',
      content: { 'application/json': body, 'application/x-www-form-urlencoded': body },
    },
    responses: {
      200: {
        description: 'Token for the API and for MCP.',
        headers: { ...headersOf('X-Request-Id'), ...rateLimitHeaderRefs() },
        content: {
          'application/json': { schema: { $ref: '#/components/schemas/AccessToken' }, example: exampleToken },
        },
      },
      400: refused("The request is malformed, or asks for a scope that the client doesn't have.", {
        error: 'invalid_request',
        error_description: 'client_id and client_secret are required.',
        code: 400,
        status: 'error',
      }),
      401: refused('The client id or client secret is wrong, or the client was revoked.', {
        error: 'invalid_client',
        error_description: 'The client id or the client secret is wrong.',
        code: 401,
        status: 'error',
      }),
      405: { $ref: '#/components/responses/WrongMethod' },
      413: { $ref: '#/components/responses/TooLarge' },
      415: { $ref: '#/components/responses/UnsupportedType' },
      421: { $ref: '#/components/responses/Elsewhere' },
      429: { $ref: '#/components/responses/TooMany' },
      500: { $ref: '#/components/responses/Unexpected' },
      503: { $ref: '#/components/responses/Unavailable' },
    },
    'x-codeSamples': samplesOf({
      method: 'POST',
      address: `${base}/auth`,
      signedIn: false,
      body: exampleCredentials,
      sdk: {
        method: 'service.signIn',
        base,
        signedIn: false,
        ids: [],
        fields: exampleCredentials,
        isSilent: false,
      },
    }),
  }
}

const text = { type: 'string', maxLength: 1024 }

const credentials: Schema = {
  type: 'object',
  properties: {
    grant_type: {
      type: 'string',
      const: 'client_credentials',
      description: 'Required unless Basic is used.',
    },
    client_id: { ...text, description: 'Id of the client, with its region.' },
    client_secret: { ...text, description: 'Shown once, when the client was created.' },
    scope: {
      ...text,
      description:
        'Scopes separated by blanks, to get a token with fewer than the client has. Default: all of them. ' +
        'An empty text is refused.',
    },
  },
}

const exampleCredentials = {
  grant_type: 'client_credentials',
  client_id: 'm2m_us_aSAxjksaDH0uj1pjAAECAwQFBgcICQoL',
  client_secret: 'YOUR_CLIENT_SECRET',
}

const token: Schema = {
  type: 'object',
  properties: {
    access_token: { type: 'string', description: 'A JWT. Treat it as opaque.' },
    token_type: { type: 'string', const: 'Bearer', description: 'Token type.' },
    expires_in: { type: 'integer', description: 'Seconds until the token expires.' },
    scope: { type: 'string', description: 'Scopes of the token, separated by blanks.' },
  },
  required: ['access_token', 'token_type', 'expires_in', 'scope'],
  additionalProperties: false,
}

const exampleToken = {
  access_token: 'eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIuLi4ifQ.c2lnbmF0dXJl',
  token_type: 'Bearer',
  expires_in: 3600,
  scope: scopes.join(' '),
}

const signInError: Schema = {
  type: 'object',
  description: 'Error response as in RFC 6749 section 5.2, with the additional fields `code` and `status`.',
  properties: {
    error: {
      type: 'string',
      enum: ['invalid_request', 'invalid_client', 'unsupported_grant_type', 'invalid_scope'],
      description: 'Error code of RFC 6749, for programs.',
    },
    error_description: { type: 'string', description: 'What is wrong and how to fix it, for people.' },
    code: { type: 'integer', format: 'int32', description: 'HTTP status of the response.' },
    status: { type: 'string', const: 'error', description: '`error` for errors.' },
  },
  required: ['error', 'error_description', 'code', 'status'],
  additionalProperties: false,
}

/** Malformed HTTP is answered with the error envelope, because the request never reaches this operation. */
function refused(description: string, example: Schema): Schema {
  return {
    description,
    headers: { ...headersOf('X-Request-Id'), ...rateLimitHeaderRefs() },
    content: {
      'application/json': {
        schema: {
          anyOf: [{ $ref: '#/components/schemas/SignInError' }, { $ref: '#/components/schemas/Error' }],
        },
        example,
      },
    },
  }
}
