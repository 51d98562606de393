import type { Schema } from '../../../contract/json-schema.ts'
import type { Scope } from '../../../contract/scope.ts'

/** What each scope grants, in words for the people who consent. */
export const scopeDescriptions: Record<Scope, string> = {
  'profiles:read':
    'List profiles; read name, email, phone, DISC, Focus and Core scores and debriefs, and create ' +
    'debriefs.',
  'profiles:write':
    "Create profiles, send real invites by email or SMS, update and delete profiles. Doesn't allow " +
    'reading scores.',
  'tags:manage':
    'List, create, rename, recolor and delete tags, and set which profiles have them. Shows profile ' +
    'ids only.',
  'account:read':
    'Read the name, logo and preferences of the account, the assessments and the resource aliases.',
  'account:write':
    "Update the logo and the preferences; create, update and delete resource aliases. Doesn't include " +
    'billing or users.',
}

/** The two ways to get a token. Either works on every operation. */
export function securitySchemes(authUrl: string): Record<string, Schema> {
  return {
    M2M: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'For backends of an account: exchange client credentials for a token with `POST /auth`. The token ' +
        'is valid for about one hour and has all scopes of its client.',
    },
    OAuth2: {
      type: 'oauth2',
      description:
        'For apps that act for a person, who signs in, chooses one account and consents to each scope. ' +
        'All clients must use PKCE with S256. The token is valid for one hour. A refresh token is used ' +
        'once and returns the next one; it expires after 30 days without use, and after 90 days at most. ' +
        'A token becomes invalid immediately when the person or the account revokes the consent.',
      flows: {
        authorizationCode: {
          authorizationUrl: `${authUrl}/oauth/authorize`,
          tokenUrl: `${authUrl}/oauth/token`,
          refreshUrl: `${authUrl}/oauth/token`,
          scopes: scopeDescriptions,
        },
      },
    },
  }
}

/** Either token. OpenAPI supports scopes for OAuth2 only, but machine tokens need the same ones. */
export function securityOf(scopes: readonly Scope[]): Schema[] {
  return [{ M2M: [] }, { OAuth2: [...scopes] }]
}
