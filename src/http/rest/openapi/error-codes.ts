import { type ErrorCode, inputErrorCodes } from './input-error-codes.ts'

/** Every `error.code` of the REST interface by its status. A test holds it against the failures in the source. */
export const errorCodes = {
  400: inputErrorCodes,
  401: {
    token_missing: {
      when: 'No token was sent.',
      message: 'Send an access token in the Authorization header: Bearer <ACCESS_TOKEN>.',
    },
    token_invalid: {
      when: 'The token is expired, revoked or not one of ours: get a new one.',
      message: 'The access token is invalid or has expired. Request a new one.',
    },
  },
  402: {
    trial_expired: {
      when: 'The trial has ended.',
      message: 'The trial has expired. Choose a plan to go on; reading stays open.',
    },
    trial_report_limit: {
      when: 'The reports of the trial are used up.',
      message: 'The trial account has reached its limit of 10 reports. Choose a plan to go on.',
    },
    trial_profile_cap: {
      when: 'One more profile than a trial may have.',
      message: 'The trial account has reached its cap of 25 profiles. Delete one or choose a plan.',
    },
    billing_canceled: {
      when: 'The plan was canceled.',
      message: "The account's billing status is canceled. Settle the billing to go on; reading stays open.",
    },
    billing_unpaid: {
      when: 'The plan is unpaid.',
      message: "The account's billing status is unpaid. Settle the billing to go on; reading stays open.",
    },
  },
  403: {
    insufficient_scope: {
      when: 'The token lacks a scope; `details.scopes` names all that are needed.',
      message: 'The token lacks the scope profiles:read.',
      details: { scopes: ['profiles:read'] },
    },
    account_paused: {
      when: 'The account is paused.',
      message: 'The account is paused. Ask whoever runs this service to resume it.',
    },
    profile_not_on_account: {
      when: 'An invite to a profile that is not on the account.',
      message: 'The profile does not exist or is not on this account.',
    },
  },
  404: {
    not_found: {
      when: 'The account of the token does not exist any more, or there is nothing at the address.',
      message: 'There is nothing at this address. See the API reference for what there is.',
    },
    profile_not_found: { when: 'There is no such profile on the account.', message: 'Profile not found.' },
    tag_not_found: { when: 'There is no such tag on the account.', message: 'Tag not found.' },
    resource_alias_not_found: {
      when: 'There is no such alias on the account.',
      message: 'Resource alias not found.',
    },
    report_link_not_found: {
      when: 'There is no such report link on the account, or it is over.',
      message: 'Report link not found.',
    },
    debrief_not_found: {
      when: 'There is no such debrief on the account, or none of this profile.',
      message: 'Debrief not found. Write one with POST /playbook/ai/debrief/{profileId}.',
    },
    assessment_not_found: {
      when: 'There is no such assessment.',
      message: 'Assessment not found. Use one of disc, focus, core.',
    },
  },
  405: {
    method_not_allowed: {
      when: 'The address takes other methods; `Allow` names them.',
      message: 'This address does not take PUT. Use GET or HEAD or POST.',
    },
  },
  406: {
    not_acceptable: {
      when: 'The `Accept` header rules out JSON.',
      message: 'Answers are JSON. Send Accept: application/json, or leave the header out.',
    },
  },
  409: {
    conflict: {
      when: 'Somebody changed the same thing at the same moment: try again.',
      message: 'Somebody changed the same thing at the same moment. Try again.',
    },
    two_profiles: {
      when: 'The email and the phone of a new profile belong to two different ones.',
      message: 'The email and the phone belong to two different profiles. Send one of them only.',
    },
    recipient_opted_out: {
      when: 'The person has asked for no more emails, or text messages, from the account.',
      message:
        'This person has asked for no more messages. Nothing was sent. They can undo this by any earlier message.',
    },
    address_taken: {
      when: 'Another profile of the account has this email or phone.',
      message: 'The email belongs to another profile of this account. Send another one, or leave it out.',
    },
    address_changed: {
      when: 'An address to be confirmed is not the one that the profile has.',
      message: 'The profile has another email by now. Look at it again.',
    },
    alias_taken: {
      when: 'The resource has another alias with this key.',
      message: 'This resource has another alias with this key already.',
    },
    idempotency_key_reused: {
      when: 'The `Idempotency-Key` was used with another request.',
      message: 'This Idempotency-Key was used with another request. Use a new key.',
    },
    idempotency_key_in_flight: {
      when: 'A request with this `Idempotency-Key` is still under way; `Retry-After` says when to ask again.',
      message: 'A request with this Idempotency-Key is still under way. Ask again shortly.',
    },
    idempotency_answer_erased: {
      when: 'The request was done, and the person of its answer has been deleted since.',
      message:
        'The request with this Idempotency-Key was answered, and the person its answer was about has been deleted since.',
    },
  },
  413: {
    too_large: { when: 'The body is too large.', message: 'The body is too large: at most 1 MiB.' },
  },
  415: {
    unsupported_media_type: {
      when: 'The body is of a media type that is not taken, or compressed.',
      message: 'Send the body as JSON with Content-Type: application/json.',
    },
  },
  421: {
    other_region: {
      when: 'The account lives in another region; `region` says where.',
      message: 'The account lives in another region. Send the request to that region.',
    },
  },
  429: {
    rate_limited: {
      when: 'The allowance of the caller is used up for the moment.',
      message: 'Too many requests. Try again in 2 seconds.',
    },
    invited_just_now: {
      when: 'The profile was invited less than a minute ago.',
      message: 'This profile was invited less than a minute ago. Try again in 48 seconds.',
    },
    invite_limit: {
      when: 'The account has sent 60 invites within a minute.',
      message: 'The account has sent 60 invites within a minute. Try again in 12 seconds.',
    },
    text_limit: {
      when: 'The account has sent as many text messages as it may in a day.',
      message: 'The account has sent 500 text messages today. Try again tomorrow (UTC).',
    },
    email_limit: {
      when: 'The account has sent as many emails as it may in a day.',
      message: 'The account has sent 2000 emails today. Try again tomorrow (UTC).',
    },
    debrief_limit: {
      when: 'The account has had 10 debriefs written within a minute.',
      message: 'The account has had 10 debriefs written within a minute. Try again in 41 seconds.',
    },
    recipient_limit: {
      when: 'No more messages can go to this address or number today.',
      message: 'No more messages can go to this address or number today. Try again tomorrow (UTC).',
    },
  },
  500: {
    unexpected: {
      when: 'A fault of the service.',
      message: 'Unexpected error. Try again; if it persists, contact support with the request id.',
    },
  },
  503: {
    database_unavailable: {
      when: 'The service cannot reach its data.',
      message: 'The service cannot reach its data right now. Try again in a few seconds.',
    },
    debrief_under_way: {
      when: 'A debrief of the profile is being written for another call, and takes long.',
      message: 'The debrief is still being generated. Ask again for the same profile in about 15 seconds.',
    },
    stopping: {
      when: 'The service is being restarted.',
      message: 'The service is restarting. Ask again in a few seconds.',
    },
    keys_unavailable: {
      when: 'This region has not heard yet from the region that made the token.',
      message: 'This region cannot look up the key of the token yet. Try again soon.',
    },
    unavailable: {
      when: 'The service is too busy for a picture.',
      message: 'Too many pictures are being read. Try again shortly.',
    },
  },
} as const satisfies Readonly<Record<number, Readonly<Record<string, ErrorCode>>>>

export type ErrorStatus = keyof typeof errorCodes

/** The codes as a table, Markdown. */
export function errorCodeTable(): string {
  const rows = Object.entries(errorCodes).flatMap(([status, codes]) =>
    Object.entries(codes).map(([code, { when }]) => `| ${status} | \`${code}\` | ${when} |`),
  )
  return ['| Status | `error.code` | When |', '| --- | --- | --- |', ...rows].join('\n')
}
