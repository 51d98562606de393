import type { ErrorDefinition } from './error-definition.ts'

/** The codes of limits that the operator sets for accounts. */
export const quotaErrors = {
  profile_quota: {
    kind: 'billing',
    docs: {
      when: 'The account has the maximum number of profiles that the operator of the service allows.',
      message:
        'The account has reached its limit of 100000 profiles. Delete some, or ask the operator of this service for more.',
    },
  },
  storage_quota: {
    kind: 'billing',
    docs: {
      when: 'The account stores as much as the operator of the service allows. Reading, changing and deleting go on.',
      message:
        'The account stores 500 MB, which is its limit. Delete people you no longer need, or ask the operator of this service for more.',
    },
  },
  /** The consent page only. */
  app_quota: {
    kind: 'billing',
    message:
      'The account has as many connected apps as it may have. Disconnect one that is no longer used, then connect this one again.',
  },
  change_limit: {
    kind: 'limited',
    docs: {
      when:
        'Apps and API keys of the account have made as many changes today as the operator of the service allows. Reading, ' +
        'deleting and revoking go on, and people can answer. Each coach may make a tenth as many, which are counted separately.',
      message: 'The account has reached its limit of 100000 changes a day. Try again tomorrow (UTC).',
    },
  },
  export_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has exported as many people within an hour as the operator of the service allows.',
      message: 'The account has reached its limit of 3600 exports an hour. Try again in 12 seconds.',
    },
  },
} as const satisfies Record<string, ErrorDefinition>
