import { hashSecret, newSecret, sameHash } from '../../identity/secret.ts'
import type { PeopleParts } from './parts.ts'
import { type OpenedSession, openPersonSession } from './sign-in.ts'

/**
 * The one-time sign-in link of the demo. It lives only in the process that printed it: nothing is in the database, and
 * memory holds only its hash.
 */
export type DemoSignInLink = {
  /** A new secret that signs in the owner of this address; it replaces the previous one, of any address. */
  create: (email: string) => string
  /** The address that the secret would sign in, while it is valid; doesn't use it up. */
  read: (secret: string) => string | undefined
  /** Signs in, once. Undefined if the secret is invalid or its owner is not a member of any account. */
  signIn: (tried: {
    secret: string
    formerSecret: string | undefined
    agent: string | null
  }) => Promise<OpenedSession | undefined>
}

/** How long a link is valid. */
const linkHours = 24

export function createDemoSignInLink(parts: PeopleParts): DemoSignInLink {
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
      const link = find(secret)
      if (!link) return undefined
      // Used up before any await, so that of two simultaneous clicks one signs in.
      open = undefined
      return parts.database.inSystem((sql) =>
        openPersonSession(sql, parts, { email: link.email, method: 'link', formerSecret, agent }),
      )
    },
  }
}
