import type { Scope } from './scope.ts'

/**
 * What an answer reveals about the people who take assessments. `status`: ids, states and times, and what the caller
 * sent. `identity`: names and addresses as well. `results`: answers, results and debriefs as well. `own`: to a person
 * behind a link, what that link may show them; see domain/profile/own-view.
 */
export type Reveals = 'nothing' | 'status' | 'identity' | 'results' | 'own'

/**
 * Which link an operation gives out or sends. `invite`: to an address of a person; it shows only what that address may
 * see. `shareLink`: from which anyone starts as a new person. `reportLink`: it shows results to anyone who has it, and
 * ends with what let its maker make it.
 */
export type Issues = 'nothing' | 'invite' | 'shareLink' | 'reportLink'

/**
 * What a caller gets to know by an operation, in this call or by what it gives out. It cannot be left out, and the
 * type refuses an operation that reveals people, or issues a link that does, under a scope that may not read them. A
 * field that `scopeWith` puts under profiles:read may reveal `identity` besides. test/closure holds what operations
 * say against what sequences of calls bring to light.
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
  // No token reaches these, so no scope is widened by what they show to a signed-in member.
  | { access: 'member'; reveals: 'nothing' | 'identity'; issues: 'nothing' }
  | { access: 'taker' | 'guest'; reveals: 'nothing' | 'own'; issues: Exclude<Issues, 'shareLink'> }
