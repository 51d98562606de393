import type { ErrorDefinition } from './error-definition.ts'

/** Codes of addresses that bounce or are someone else's, and of an account's own sender. */
export const mailErrors = {
  recipient_bounced: {
    kind: 'conflict',
    message:
      'Emails to this address have bounced, so nothing was sent. Correct the address, or send with tryAgain if it is right.',
    docs: { when: 'A mail server has refused the address for good, and nobody has tried it again since.' },
  },
  recipient_wrong_person: {
    kind: 'conflict',
    message:
      'Someone there said that they are not this person, so nothing was sent. Correct the address or number, or send with tryAgain if it is right.',
    docs: {
      when: 'Someone who opened the link has said that it is not meant for them, and nobody has confirmed the address or number since.',
    },
  },
  sender_domain_refused: {
    kind: 'invalid',
    message:
      "Emails can't come from this domain: it is that of this service, looks like it, or mixes alphabets.",
    docs: {
      when: 'The domain of a sender address is that of the service, looks like it, or mixes alphabets.',
    },
  },
  sender_domain_taken: {
    kind: 'conflict',
    message:
      'Another account sends from this domain. It is free a week after the record of that account is gone.',
    docs: { when: 'Another account has proven the domain of the sender address.' },
  },
  sandbox_sender: {
    kind: 'conflict',
    message: 'A sandbox sends nothing, so it has no sender address. Set it in the account.',
    docs: { when: 'The account is a sandbox, which sends nothing.' },
  },
  report_too_early: {
    kind: 'unavailable',
    message: 'That this email was sent is not recorded yet. Send the report again in a minute.',
  },
} as const satisfies Record<string, ErrorDefinition>
