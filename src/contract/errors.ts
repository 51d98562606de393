import type { ErrorDefinition } from './error-definition.ts'
import { inputErrors } from './input-errors.ts'

/** Every `error.code`. The order is that of the API reference, within each status. */
export const errors = {
  ...inputErrors,
  token_missing: {
    kind: 'unauthenticated',
    message: 'Send an access token in the Authorization header: Bearer <token>.',
    docs: {
      when: 'No token was sent.',
      message: 'Send an access token in the Authorization header: Bearer <ACCESS_TOKEN>.',
    },
  },
  token_invalid: {
    kind: 'unauthenticated',
    message: 'The access token is invalid or has expired. Request a new one.',
    docs: { when: 'The token is expired, revoked or not one of ours: get a new one.' },
  },
  /** Pages and regions only: the API says `token_missing` or `token_invalid`. */
  unauthenticated: { kind: 'unauthenticated' },

  trial_expired: {
    kind: 'billing',
    message: 'The trial has expired. Choose a plan to go on; reading stays open.',
    docs: { when: 'The trial has ended.' },
  },
  trial_report_limit: {
    kind: 'billing',
    docs: {
      when: 'The reports of the trial are used up.',
      message: 'The trial account has reached its limit of 10 reports. Choose a plan to go on.',
    },
  },
  trial_profile_cap: {
    kind: 'billing',
    docs: {
      when: 'One more profile than a trial may have.',
      message: 'The trial account has reached its cap of 25 profiles. Delete one or choose a plan.',
    },
  },
  billing_canceled: {
    kind: 'billing',
    message: "The account's billing status is canceled. Settle the billing to go on; reading stays open.",
    docs: { when: 'The plan was canceled.' },
  },
  billing_unpaid: {
    kind: 'billing',
    message: "The account's billing status is unpaid. Settle the billing to go on; reading stays open.",
    docs: { when: 'The plan is unpaid.' },
  },

  insufficient_scope: {
    kind: 'scopeMissing',
    docs: {
      when: 'The token lacks a scope; `details.scopes` names all that are needed.',
      message: 'The token lacks the scope profiles:read.',
      details: { scopes: ['profiles:read'] },
    },
  },
  account_paused: {
    kind: 'paused',
    message: 'The account is paused. Ask whoever runs this service to resume it.',
    docs: { when: 'The account is paused.' },
  },
  profile_not_on_account: {
    kind: 'forbidden',
    message: 'The profile does not exist or is not on this account.',
    docs: { when: 'An invite to a profile that is not on the account.' },
  },
  /** Links, pages, and members: no token is refused with it. */
  forbidden: { kind: 'forbidden' },
  passkey_required: {
    kind: 'forbidden',
    message: 'This account requires a passkey. Sign in with yours.',
  },
  role_missing: {
    kind: 'forbidden',
    message: 'Your role in this account does not allow this. Ask an owner of the account.',
  },
  sign_in_too_old: { kind: 'forbidden' },
  form_unproven: {
    kind: 'forbidden',
    message: 'This form is too old. Open the page again.',
  },

  not_found: {
    kind: 'missing',
    message: 'There is nothing at this address. See the API reference for what there is.',
    docs: {
      when: 'The account of the token does not exist any more, or there is nothing at the address.',
    },
  },
  profile_not_found: {
    kind: 'missing',
    message: 'Profile not found.',
    docs: { when: 'There is no such profile on the account.' },
  },
  tag_not_found: {
    kind: 'missing',
    message: 'Tag not found.',
    docs: { when: 'There is no such tag on the account.' },
  },
  resource_alias_not_found: {
    kind: 'missing',
    message: 'Resource alias not found.',
    docs: { when: 'There is no such alias on the account.' },
  },
  report_link_not_found: {
    kind: 'missing',
    message: 'Report link not found.',
    docs: { when: 'There is no such report link on the account, or it is over.' },
  },
  debrief_not_found: {
    kind: 'missing',
    message: 'Debrief not found. Write one with POST /playbook/ai/debrief/{profileId}.',
    docs: { when: 'There is no such debrief on the account, or none of this profile.' },
  },
  assessment_not_found: {
    kind: 'missing',
    docs: {
      when: 'There is no such assessment.',
      message: 'Assessment not found. Use one of disc, focus, core.',
    },
  },
  /** Pages of members. */
  invitation_over: {
    kind: 'missing',
    message: 'This invitation is over. Ask whoever invited you for another one.',
  },

  method_not_allowed: {
    kind: 'wrongMethod',
    docs: {
      when: 'The address takes other methods; `Allow` names them.',
      message: 'This address does not take PUT. Use GET or HEAD or POST.',
    },
  },
  not_acceptable: {
    kind: 'unacceptable',
    message: 'Answers are JSON. Send Accept: application/json, or leave the header out.',
    docs: { when: 'The `Accept` header rules out JSON.' },
  },

  conflict: {
    kind: 'conflict',
    message: 'Somebody changed the same thing at the same moment. Try again.',
    docs: { when: 'Somebody changed the same thing at the same moment: try again.' },
  },
  two_profiles: {
    kind: 'conflict',
    message: 'The email and the phone belong to two different profiles. Send one of them only.',
    docs: { when: 'The email and the phone of a new profile belong to two different ones.' },
  },
  recipient_opted_out: {
    kind: 'conflict',
    message:
      'This person has asked for no more messages. Nothing was sent. They can undo this by any earlier message.',
    docs: { when: 'The person has asked for no more emails, or text messages, from the account.' },
  },
  address_taken: {
    kind: 'conflict',
    docs: {
      when: 'Another profile of the account has this email or phone.',
      message: 'The email belongs to another profile of this account. Send another one, or leave it out.',
    },
  },
  address_changed: {
    kind: 'conflict',
    docs: {
      when: 'An address to be confirmed is not the one that the profile has.',
      message: 'The profile has another email by now. Look at it again.',
    },
  },
  alias_taken: {
    kind: 'conflict',
    message: 'This resource has another alias with this key already.',
    docs: { when: 'The resource has another alias with this key.' },
  },
  idempotency_key_reused: {
    kind: 'conflict',
    message: 'This Idempotency-Key was used with another request. Use a new key.',
    docs: { when: 'The `Idempotency-Key` was used with another request.' },
  },
  idempotency_key_in_flight: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still under way. Ask again shortly.',
    docs: {
      when: 'A request with this `Idempotency-Key` is still under way; `Retry-After` says when to ask again.',
    },
  },
  idempotency_answer_erased: {
    kind: 'conflict',
    message:
      'The request with this Idempotency-Key was answered, and the person its answer was about has been deleted since.',
    docs: { when: 'The request was done, and the person of its answer has been deleted since.' },
  },
  // The following conflicts are met on pages only: of people who take an assessment, then of members.
  agreement_changed: { kind: 'conflict', message: 'The page has changed. Read it once more.' },
  attempt_changed: { kind: 'conflict', message: 'A new attempt has begun. Reload the page.' },
  accepted_already: {
    kind: 'conflict',
    message: 'You have accepted this invitation. To end your membership, leave the account.',
  },
  last_owner: { kind: 'conflict' },
  member_already: { kind: 'conflict', message: 'This person is a member already.' },
  too_many_invitations: { kind: 'conflict' },
  too_many_clients: { kind: 'conflict' },
  made_already: {
    kind: 'conflict',
    message: 'This client is made already, and its secret was shown then.',
  },
  rotated_already: {
    kind: 'conflict',
    message: 'This client has a newer secret already. Look at it, then begin again.',
  },

  too_large: {
    kind: 'tooLarge',
    message: 'The body is too large: at most 1 MiB.',
    docs: { when: 'The body is too large.' },
  },
  unsupported_media_type: {
    kind: 'unsupported',
    message: 'Send the body as JSON with Content-Type: application/json.',
    docs: { when: 'The body is of a media type that is not taken, or compressed.' },
  },
  other_region: {
    kind: 'wrongRegion',
    message: 'The account lives in another region. Send the request to that region.',
    docs: { when: 'The account lives in another region; `region` says where.' },
  },

  rate_limited: {
    kind: 'limited',
    docs: {
      when: 'The allowance of the caller is used up for the moment.',
      message: 'Too many requests. Try again in 2 seconds.',
    },
  },
  invited_just_now: {
    kind: 'limited',
    docs: {
      when: 'The profile was invited less than a minute ago.',
      message: 'This profile was invited less than a minute ago. Try again in 48 seconds.',
    },
  },
  invite_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has sent 60 invites within a minute.',
      message: 'The account has sent 60 invites within a minute. Try again in 12 seconds.',
    },
  },
  text_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has sent as many text messages as it may in a day.',
      message: 'The account has sent 500 text messages today. Try again tomorrow (UTC).',
    },
  },
  email_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has sent as many emails as it may in a day.',
      message: 'The account has sent 2000 emails today. Try again tomorrow (UTC).',
    },
  },
  debrief_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has had 10 debriefs written within a minute.',
      message: 'The account has had 10 debriefs written within a minute. Try again in 41 seconds.',
    },
  },
  recipient_limit: {
    kind: 'limited',
    message: 'No more messages can go to this address or number today. Try again tomorrow (UTC).',
    docs: { when: 'No more messages can go to this address or number today.' },
  },
  /** The page of a share link. */
  start_limit: { kind: 'limited' },

  unexpected: {
    kind: 'unexpected',
    message: 'Unexpected error. Try again; if it persists, contact support with the request id.',
    docs: { when: 'A fault of the service.' },
  },
  database_unavailable: {
    kind: 'unavailable',
    message: 'The service cannot reach its data right now. Try again in a few seconds.',
    docs: { when: 'The service cannot reach its data.' },
  },
  debrief_under_way: {
    kind: 'unavailable',
    message: 'The debrief is still being generated. Ask again for the same profile in about 15 seconds.',
    docs: { when: 'A debrief of the profile is being written for another call, and takes long.' },
  },
  stopping: {
    kind: 'unavailable',
    message: 'The service is restarting. Ask again in a few seconds.',
    docs: { when: 'The service is being restarted.' },
  },
  keys_unavailable: {
    kind: 'unavailable',
    message: 'This region cannot look up the key of the token yet. Try again soon.',
    docs: { when: 'This region has not heard yet from the region that made the token.' },
  },
  unavailable: {
    kind: 'unavailable',
    docs: {
      when: 'The service is too busy for a picture.',
      message: 'Too many pictures are being read. Try again shortly.',
    },
  },
} as const satisfies Record<string, ErrorDefinition>

export type ErrorCode = keyof typeof errors

export const errorCodes = Object.keys(errors) as readonly ErrorCode[]

/** The codes that have a default sentence. */
export type SelfExplanatoryCode = {
  [Code in ErrorCode]: (typeof errors)[Code] extends { message: string } ? Code : never
}[ErrorCode]

export function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === 'string' && Object.hasOwn(errors, code)
}

export function errorDefinition(code: ErrorCode): ErrorDefinition {
  return errors[code]
}
