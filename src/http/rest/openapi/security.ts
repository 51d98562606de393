import type { Scope } from '../../../contract/scope.ts'
import type { Schema } from './schemas.ts'

/** What each scope grants, in words for the people who consent. */
const scopeDescriptions: Record<Scope, string> = {
  'profiles:read':
    'List profiles; read name, email, phone, the DISC, Focus and Core scores and the debriefs, and trigger a debrief.',
  'profiles:write':
    'Create profiles and send real invites by email or SMS, update and delete profiles. Does not allow reading scores.',
  'tags:manage':
    'List, create, rename, recolor and delete tags, and set which profiles carry them. Sees profile ids only.',
  'account:read':
    'Read the name, logo and preferences of the account, the assessments and the resource aliases.',
  'account:write':
    'Update the logo and the preferences; create, update and delete resource aliases. Never billing or users.',
}

/** The two ways to get a token. Either works on every operation. */
export function securitySchemes(authUrl: string): Record<string, Schema> {
  return {
    M2M: {
      type: 'http',
      scheme: 'bearer',
      bearerFormat: 'JWT',
      description:
        'For the backends of an account: exchange client credentials for a token with `POST /auth`. The token lives ' +
        'about one hour and carries all scopes of its client.',
    },
    OAuth2: {
      type: 'oauth2',
      description:
        'For apps that act for a person, who signs in, chooses one account and consents to each scope. PKCE with ' +
        'S256 is required of every client. The token lives one hour; a refresh token is used once and gives the next ' +
        'one, for 30 days without use and 90 days at most. A token ends at once when the person or the account takes ' +
        'the consent back.',
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
