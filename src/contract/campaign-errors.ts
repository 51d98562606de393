import type { ErrorDefinition } from './error-definition.ts'

/** The codes of campaigns, in the order of the API reference within each status. */
export const campaignErrors = {
  campaign_not_found: {
    kind: 'missing',
    message: 'Campaign not found.',
    docs: { when: 'The account has no such campaign.' },
  },
  campaign_ended: {
    kind: 'conflict',
    message: 'This campaign has ended. Create another one to invite or remind people.',
    docs: { when: 'Inviting, reminding or changing something in a campaign that has ended.' },
  },
  no_one_invited: {
    kind: 'conflict',
    message: 'None of these people can be invited now, so no campaign was created.',
    docs: { when: 'Creating a campaign with `onlyIfInvited` for people of whom none can be invited.' },
  },
} as const satisfies Record<string, ErrorDefinition>
