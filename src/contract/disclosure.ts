import type { Scope } from './scope.ts'

/**
 * What a response reveals about people who take assessments. `status`: ids, states and times, and what the caller
 * sent. `identity`: also names and addresses. `results`: also answers, results and debriefs. `own`: to a person with
 * a link, what that link may show them; see domain/profile/own-view.
 */
export type Reveals = 'nothing' | 'status' | 'identity' | 'results' | 'own'

/**
 * Which link an operation returns or sends. `invite`: to an address of a person; shows only what that address may
 * see. `shareLink`: anyone can start from it as a new person. `reportLink`: shows results to anyone who has it, and
 * ends when its creator loses access; a person's own share card is one too.
 */
export type Issues = 'nothing' | 'invite' | 'shareLink' | 'reportLink'

/**
 * What a caller learns from an operation, directly or through the links it issues. Required, and the type rejects an
 * operation that reveals people, or issues a link that does, under a scope that may not read them. A field that
 * `scopeWith` puts under profiles:read may additionally reveal `identity`. test/closure compares these declarations
 * with what sequences of calls reveal.
 */
export type Disclosure =
  | {
      scope: 'profiles:read' | readonly ['profiles:read', ...Scope[]]
      reveals: Exclude<Reveals, 'own'>
      issues: Issues
    }
  | {
      scope: Scope | readonly Scope[]
      reveals: 'nothing' | 'status'
      issues: Exclude<Issues, 'reportLink'>
    }
  | { access: 'anyToken' | 'visitor'; reveals: 'nothing'; issues: 'nothing' }
  // Not available to tokens, so what they show to signed-in members widens no scope.
  | { access: 'member'; reveals: 'nothing' | 'identity'; issues: 'nothing' }
  | { access: 'taker' | 'guest'; reveals: 'nothing' | 'own'; issues: Exclude<Issues, 'shareLink'> }
