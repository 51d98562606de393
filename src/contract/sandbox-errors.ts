import type { ErrorDefinition } from './error-definition.ts'

/** The codes of accounts whose people are invented, in the order of the API reference within each status. */
export const sandboxErrors = {
  sandbox_only: {
    kind: 'forbidden',
    message: 'This is for sandbox accounts only, whose people are invented. Use the token of a sandbox.',
    docs: { when: 'An operation of sandboxes with the token of another account.' },
  },
  sandbox_nested: {
    kind: 'forbidden',
    message: 'This account is a sandbox itself. Create another one from the account that it belongs to.',
    docs: { when: 'A sandbox is asked to create a sandbox.' },
  },
  sandbox_members: {
    kind: 'forbidden',
    message: 'The members of a sandbox are those of the account that it belongs to. Change them there.',
  },
  too_many_sandboxes: {
    kind: 'conflict',
    message: 'The account has three sandboxes already. Empty one with POST /sandbox/reset, and use that.',
    docs: { when: 'A fourth sandbox.' },
  },
  sandbox_full: {
    kind: 'conflict',
    message: 'The sandbox has its maximum of 2,000 people. Empty it with POST /sandbox/reset.',
    docs: { when: 'A sandbox would have more than 2,000 people.' },
  },
  nothing_to_answer: {
    kind: 'conflict',
    message: 'This person has completed these assessments already. Delete the profile, or request a retake.',
    docs: { when: 'A sandbox person who has completed these assessments is asked to answer.' },
  },
  no_open_invite: {
    kind: 'conflict',
    message: 'This person has no invite that is still open. Send one first.',
    docs: { when: 'A sandbox person without a valid invite is moved on.' },
  },
} as const satisfies Record<string, ErrorDefinition>
