import type { ErrorDefinition } from './error-definition.ts'

/** Codes of addresses that bounce, and of an account's own sender. */
export const mailErrors = {
  recipient_bounced: {
    kind: 'conflict',
    message:
      'Emails to this address have bounced, so nothing was sent. Correct the address, or send with tryAgain if it is right.',
    docs: { when: 'A mail server has refused the address for good, and nobody has tried it again since.' },
  },
  report_too_early: {
    kind: 'unavailable',
    message: 'That this email was sent is not recorded yet. Send the report again in a minute.',
  },
} as const satisfies Record<string, ErrorDefinition>
