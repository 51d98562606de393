import type { ErrorDefinition } from './error-definition.ts'

/** Of sign-in with an account's own provider. On pages only: no token can change how members sign in. */
export const signInErrors = {
  provider_required: {
    kind: 'forbidden',
    message: 'This account requires signing in with its identity provider.',
  },
  domain_taken: {
    kind: 'conflict',
    message:
      'Another account has proven this domain. It is free a week after the record of that account is gone.',
  },
  domain_unproven: {
    kind: 'conflict',
    message: 'The TXT record was not found. Changes of the DNS can take hours.',
  },
  dns_unavailable: {
    kind: 'unavailable',
    message: 'No name server answers for this domain. Try again soon.',
  },
  too_many_domains: {
    kind: 'conflict',
    message: 'An account can have at most 20 domains. Remove one first.',
  },
  provider_untried: {
    kind: 'conflict',
    message: 'Sign in with the provider once before you require it.',
  },
  issuer_mismatch: {
    kind: 'conflict',
    message: 'The provider calls itself otherwise than this issuer. Enter the tenant’s own issuer, exactly.',
  },
  sign_in_elsewhere: {
    kind: 'conflict',
    message: 'This is only possible for accounts in the region where members sign in.',
  },
} as const satisfies Record<string, ErrorDefinition>
