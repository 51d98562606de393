import type { ErrorDefinition } from './error-definition.ts'

/** The codes for what the caller can't mend, in the order of the API reference. */
export const serverErrors = {
  unexpected: {
    kind: 'unexpected',
    message: 'Unexpected error. Try again. If it keeps happening, contact support with the request id.',
    docs: { when: 'Something failed inside the service.' },
  },
  database_unavailable: {
    kind: 'unavailable',
    message: "The service can't reach its database right now. Try again in a few seconds.",
    docs: {
      when: "The service can't reach its database. With another message: its storage is full, so that it can be read and not changed.",
    },
  },
  data_damaged: {
    kind: 'unavailable',
    message: 'The service found damaged data on its disk. Its operator has to restore them.',
    docs: { when: 'The database found damaged data where the answer is stored. Other requests work.' },
  },
  debrief_under_way: {
    kind: 'unavailable',
    message: 'The debrief is still being generated. Send the same request again in about 15 seconds.',
    docs: { when: 'Another request is still generating the debrief of this profile.' },
  },
  stopping: {
    kind: 'unavailable',
    message: 'The service is restarting. Try again in a few seconds.',
    docs: { when: 'The service is restarting.' },
  },
  overloaded: {
    kind: 'unavailable',
    message: 'The service has more requests than it can answer now. Try again in a few seconds.',
    docs: { when: 'More requests arrive than the service can answer. This one was not started.' },
  },
  storage_low: {
    kind: 'unavailable',
    message:
      'The service is short of disk space, so exports, imports and other work for many people must wait. Try again in a minute.',
    docs: {
      when: "The service is short of disk space. Exports, imports and other work for many people aren't started.",
    },
  },
  keys_unavailable: {
    kind: 'unavailable',
    message: "This region can't look up the key of the token yet. Try again soon.",
    docs: { when: "This region hasn't received the keys of the region that issued the token." },
  },
  unavailable: {
    kind: 'unavailable',
    docs: {
      when: 'The service is processing too many images.',
      message: 'Too many images are being processed. Try again shortly.',
    },
  },
} as const satisfies Record<string, ErrorDefinition>
