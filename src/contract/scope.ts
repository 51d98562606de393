/** The five scopes of the specification. Machine tokens carry all of them unless their client has fewer. */
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

/** What an operation demands of its caller. It cannot be left out: the type of an operation requires it. */
export type Access =
  | { scope: Scope | readonly Scope[] }
  /** Any valid token of an account, whatever its scopes. */
  | { access: 'anyToken' }
  /** The session that a person opened with an invite link; no token reaches these. */
  | { access: 'taker' }
  /** The bare link, before it has opened a session. */
  | { access: 'guest' }

export function scopesNeeded(access: Access): readonly Scope[] {
  if (!('scope' in access)) return []
  return typeof access.scope === 'string' ? [access.scope] : access.scope
}
