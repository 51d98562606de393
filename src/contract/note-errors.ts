import type { ErrorDefinition } from './error-definition.ts'

/** The codes of private notes, in the order of the API reference within each status. */
export const noteErrors = {
  note_not_found: {
    kind: 'missing',
    message: 'Note not found.',
    docs: { when: 'The member has no such note.' },
  },
  too_many_notes: {
    kind: 'conflict',
    message: 'You have 100 notes about this person, which is the most. Delete one, or add to one.',
    docs: { when: 'The member has 100 notes about this person.' },
  },
} as const satisfies Record<string, ErrorDefinition>
