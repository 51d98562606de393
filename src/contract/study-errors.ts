import type { ErrorDefinition } from './error-definition.ts'

/** The codes of validation studies, in the order of the API reference within each status. */
export const studyErrors = {
  study_not_open: {
    kind: 'conflict',
    message: 'No study is open. Open one first.',
    docs: { when: 'Upload of criteria without an open study.' },
  },
  too_many_criteria: {
    kind: 'conflict',
    message:
      'A study can have 3 criteria, those that were removed included. Upload one of them under its name.',
    docs: { when: 'The study would have more than 3 criteria, those that were removed included.' },
  },
} as const satisfies Record<string, ErrorDefinition>
