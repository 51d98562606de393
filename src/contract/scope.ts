import type { Role } from './role.ts'

/** The five scopes. Machine tokens have all of them unless their client has fewer. */
export const scopes = [
  'profiles:read',
  'profiles:write',
  'tags:manage',
  'account:read',
  'account:write',
] as const

export type Scope = (typeof scopes)[number]

export function isScope(text: string): text is Scope {
  return (scopes as readonly string[]).includes(text)
}

/** What an operation requires of its caller. The type of an operation makes it mandatory. */
export type Access =
  | {
      scope: Scope | readonly Scope[]
      /** Additional scopes if the field of this name is true in the input. */
      scopeWith?: Readonly<Record<string, Scope>>
      /**
       * Apps need a sign-in of the last 15 minutes, because what they get outlasts them. Machine clients don't sign in:
       * their key was made after a recent sign-in.
       */
      signIn?: 'recent'
      coaches?: ForCoaches
    }
  /** Any valid token of an account, whatever its scopes. */
  | { access: 'anyToken'; coaches?: ForCoaches }
  /** The session that a person opened with an invite link. Not available to tokens. */
  | { access: 'taker' }
  /** A link that has not opened a session. */
  | { access: 'guest' }
  /** A member on the pages of the authorization server, with one of these roles. Not available to tokens. */
  | {
      access: 'member'
      roles: readonly Role[]
      /**
       * Whether the sign-in must be recent. Anything that gives someone access needs a `recent` one, so that a stolen
       * session can't make itself permanent. Taking access away works with `any`.
       */
      signIn: 'recent' | 'any'
      /** Also before the member has accepted the invitation. */
      evenInvited?: true
      /** Also for members who signed in without the passkey that the account requires. */
      evenWithoutPasskey?: true
    }
  /** Anyone: for public data, such as a logo. */
  | { access: 'visitor' }

/**
 * Whether apps of coaches, who see the people of their teams only, may call it. Without this they are refused. What the
 * operation reads is limited by row security (migrations/0068); it says here that its result has nothing else about
 * other people, not even their number.
 */
export type ForCoaches = 'theirTeams'

/** The scopes that an operation always needs, and those that this input needs in addition. */
export function scopesNeeded(access: Access, input: Record<string, unknown> = {}): readonly Scope[] {
  if (!('scope' in access)) return []
  const always = typeof access.scope === 'string' ? [access.scope] : access.scope
  const further = Object.entries(access.scopeWith ?? {}).filter(([field]) => input[field] === true)
  return [...always, ...further.map(([, scope]) => scope)]
}

/** The scopes that a member of this role can grant to an app; members can't grant more than their role allows. */
export function scopesOfRole(role: Role): readonly Scope[] {
  return scopes.filter((scope) => !beyondRole[role].includes(scope))
}

const beyondRole: Record<Role, readonly Scope[]> = {
  owner: [],
  manager: ['account:write'],
  user: ['account:write', 'profiles:write'],
  coach: ['account:write', 'profiles:write'],
}
