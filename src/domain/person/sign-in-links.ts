import { hashSecret, newSecret, sameHash } from '../../identity/secret.ts'
import type { PeopleParts } from './parts.ts'
import { type OpenedSession, openPersonSession } from './sign-in.ts'

export type SignInLinks = {
  /** A new secret for the owner of this address; the one before it ends. */
  create: (email: string) => string
  /** Whom the secret would sign in, as long as it is good; spends nothing. */
  read: (secret: string) => string | undefined
  /** Signs in, once. Undefined where the secret is not good or its owner is a member of nothing. */
  signIn: (tried: {
    secret: string
    formerSecret: string | undefined
    agent: string | null
  }) => Promise<OpenedSession | undefined>
}

/** How long a link can be used after it was offered. */
const linkHours = 24

/**
 * The one-time link of the demo. It lives as long as the process that printed it: nothing of it is in the database,
 * and the memory holds its hash alone.
 */
export function createSignInLinks(parts: PeopleParts): SignInLinks {
  let open: { hash: Buffer; email: string; endsAt: number } | undefined
  const find = (secret: string) => {
    const isGood = open && sameHash(hashSecret(secret), open.hash) && parts.clock().getTime() < open.endsAt
    return isGood ? open : undefined
  }
  return {
    create(email) {
      const secret = newSecret('tmb_login_')
      open = { hash: hashSecret(secret), email, endsAt: parts.clock().getTime() + linkHours * 3_600_000 }
      return secret
    },
    read: (secret) => find(secret)?.email,
    async signIn({ secret, formerSecret, agent }) {
      const found = find(secret)
      if (!found) return undefined
      // Spent before anything is waited for, so that of two presses at once one signs in.
      open = undefined
      return parts.database.inSystem((sql) =>
        openPersonSession(sql, parts, { email: found.email, method: 'link', formerSecret, agent }),
      )
    },
  }
}
