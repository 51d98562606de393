import type { ErrorDefinition } from './error-definition.ts'

/** The codes of saved teams, in the order of the API reference within each status. */
export const savedTeamErrors = {
  saved_team_not_found: {
    kind: 'missing',
    message: 'Saved team not found.',
    docs: { when: 'The account has no such team.' },
  },
  too_many_saved_teams: {
    kind: 'conflict',
    message: 'This account has 500 saved teams, which is the most. Delete one that is no longer needed.',
    docs: { when: 'The account has 500 saved teams.' },
  },
  saved_team_full: {
    kind: 'conflict',
    message: 'A saved team can have 500 people. Use a tag for a larger group.',
    docs: { when: 'The team would have more than 500 people.' },
  },
} as const satisfies Record<string, ErrorDefinition>
