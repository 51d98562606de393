import { campaignErrors } from './campaign-errors.ts'
import type { ErrorDefinition } from './error-definition.ts'
import { inputErrors } from './input-errors.ts'
import { mailErrors } from './mail-errors.ts'
import { noteErrors } from './note-errors.ts'
import { orderErrors } from './order-errors.ts'
import { quotaErrors } from './quota-errors.ts'
import { sandboxErrors } from './sandbox-errors.ts'
import { savedTeamErrors } from './saved-team-errors.ts'
import { serverErrors } from './server-errors.ts'
import { signInErrors } from './sign-in-errors.ts'
import { studyErrors } from './study-errors.ts'

/** Every `error.code`, in the order of the API reference within each status. */
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
    docs: { when: "The token has expired, was revoked, or isn't from this service. Request a new one." },
  },
  /** Pages and regions only: the API uses `token_missing` or `token_invalid`. */
  unauthenticated: { kind: 'unauthenticated' },

  trial_expired: {
    kind: 'billing',
    message: 'The trial has expired. Choose a plan to continue. You can still read your data.',
    docs: { when: 'The trial has ended.' },
  },
  trial_report_limit: {
    kind: 'billing',
    docs: {
      when: 'All reports of the trial are used.',
      message: 'The trial account has reached its limit of 10 reports. Choose a plan to continue.',
    },
  },
  trial_profile_cap: {
    kind: 'billing',
    docs: {
      when: 'The trial has its maximum number of profiles.',
      message: 'The trial account has reached its cap of 25 profiles. Delete one or choose a plan.',
    },
  },
  billing_canceled: {
    kind: 'billing',
    message:
      "The account's billing status is canceled. Update your billing to continue. You can still read " +
      'your data.',
    docs: { when: 'The plan was canceled.' },
  },
  billing_unpaid: {
    kind: 'billing',
    message:
      "The account's billing status is unpaid. Update your billing to continue. You can still read your " +
      'data.',
    docs: { when: 'The plan is unpaid.' },
  },

  insufficient_scope: {
    kind: 'scopeMissing',
    docs: {
      when: 'The token lacks a scope. `details.scopes` lists all required scopes.',
      message: 'The token lacks the scope profiles:read.',
      details: { scopes: ['profiles:read'] },
    },
  },
  account_paused: {
    kind: 'paused',
    message: 'This account is paused. Ask your administrator to resume it.',
    docs: {
      when: 'The account is paused. `details.account` has its name, and since when in `pausedAt`, null if unknown.',
    },
  },
  ...sandboxErrors,
  ...mailErrors,
  ...noteErrors,
  ...savedTeamErrors,
  ...orderErrors,
  ...campaignErrors,
  ...studyErrors,
  profile_not_on_account: {
    kind: 'forbidden',
    message: 'The profile does not exist or is not on this account.',
    docs: { when: 'Invite of a profile that is not on the account.' },
  },
  /** Links, pages and members; never used for tokens. */
  forbidden: { kind: 'forbidden' },
  passkey_required: {
    kind: 'forbidden',
    message: 'This account requires a passkey. Sign in with yours.',
  },
  ...signInErrors,
  role_missing: {
    kind: 'forbidden',
    message: "Your role in this account doesn't allow this. Ask an owner of the account.",
  },
  sign_in_too_old: { kind: 'forbidden' },
  form_unproven: {
    kind: 'forbidden',
    message: 'This form has expired. Reload the page.',
  },

  not_found: {
    kind: 'missing',
    message: 'There is nothing at this address. See the API reference.',
    docs: {
      when: 'The account of the token no longer exists, or there is nothing at this address.',
    },
  },
  profile_not_found: {
    kind: 'missing',
    message: 'Profile not found.',
    docs: { when: 'The account has no such profile.' },
  },
  tag_not_found: {
    kind: 'missing',
    message: 'Tag not found.',
    docs: { when: 'The account has no such tag.' },
  },
  coach_not_found: {
    kind: 'missing',
    message: 'Coach not found.',
    docs: { when: 'The account has no such member, or the member is not a coach.' },
  },
  resource_alias_not_found: {
    kind: 'missing',
    message: 'Resource alias not found.',
    docs: { when: 'The account has no such alias.' },
  },
  report_link_not_found: {
    kind: 'missing',
    message: 'Report link not found.',
    docs: { when: 'The account has no such report link, or the link has ended.' },
  },
  share_link_not_found: {
    kind: 'missing',
    message: 'Public link not found.',
    docs: { when: 'The account has no such public link, or the link has ended.' },
  },
  debrief_not_found: {
    kind: 'missing',
    message: 'Debrief not found. Create one with POST /playbook/ai/debrief/{profileId}.',
    docs: { when: 'The account has no such debrief, or this profile has none.' },
  },
  event_not_found: {
    kind: 'missing',
    message: 'Event not found. Events are kept for 30 days.',
    docs: { when: 'The account has no such event, or it is no longer kept.' },
  },
  webhook_not_found: {
    kind: 'missing',
    message: 'Webhook endpoint not found.',
    docs: { when: 'The account has no such webhook endpoint.' },
  },
  message_not_found: {
    kind: 'missing',
    message: 'Message not found. Messages are kept for 30 days after they were sent.',
    docs: { when: 'The account has no such email or text message, or it is no longer kept.' },
  },
  delivery_not_found: {
    kind: 'missing',
    message: 'Delivery not found. Deliveries are kept for 30 days.',
    docs: { when: 'The endpoint has no such delivery, or it is no longer kept.' },
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
    message: 'This invitation has ended. Ask the person who invited you for a new one.',
  },

  method_not_allowed: {
    kind: 'wrongMethod',
    docs: {
      when: "The address doesn't support this method. `Allow` lists the methods it supports.",
      message: "This address doesn't support PUT. Use GET or HEAD or POST.",
    },
  },
  not_acceptable: {
    kind: 'unacceptable',
    message: 'Responses are JSON. Send Accept: application/json, or omit the header.',
    docs: { when: 'The `Accept` header excludes JSON.' },
  },

  conflict: {
    kind: 'conflict',
    message: 'Someone else just changed this. Reload and try again.',
    docs: { when: 'Another request changed the same data at the same time. Try again.' },
  },
  two_profiles: {
    kind: 'conflict',
    message: 'The email and the phone belong to two different profiles. Send only one of them.',
    docs: { when: 'The email and the phone of a new profile belong to two different profiles.' },
  },
  recipient_opted_out: {
    kind: 'conflict',
    message:
      'This person has unsubscribed. Nothing was sent. They can subscribe again with the link in any ' +
      'earlier message.',
    docs: { when: "The person has unsubscribed from the account's emails or text messages." },
  },
  address_taken: {
    kind: 'conflict',
    docs: {
      when: 'Another profile of the account already has this email or phone.',
      message: 'The email belongs to another profile of this account. Use another one, or omit it.',
    },
  },
  address_changed: {
    kind: 'conflict',
    docs: {
      when: "The address to confirm is not the profile's current address.",
      message: "The profile's email has changed. Read the profile again.",
    },
  },
  webhook_exists: {
    kind: 'conflict',
    message: 'The account has an endpoint with this address and these types. Change that one.',
    docs: { when: 'There is an endpoint with the same address and the same types.' },
  },
  rotation_under_way: {
    kind: 'conflict',
    message:
      'Requests are still signed with a former secret. Wait until it ends, or rotate with keepOldHours 0, which ends ' +
      'all older secrets.',
    docs: { when: 'A second rotation while the former secret of the first one is still used.' },
  },
  message_not_failed: {
    kind: 'conflict',
    message: 'This message has not failed: it waits or was sent.',
    docs: { when: 'Retry or discard of a message that waits or was sent.' },
  },
  message_content_gone: {
    kind: 'conflict',
    message: 'The content of this message is no longer kept. Send a new invite instead.',
    docs: { when: 'It failed over seven days ago, was discarded, or was an email to a member.' },
  },
  message_useless: {
    kind: 'conflict',
    message:
      'What this message leads to has ended: its link expired, was revoked, or was replaced by a newer one.',
    docs: { when: 'Retry of a message whose link or code has ended.' },
  },
  message_retried_too_often: {
    kind: 'conflict',
    message: 'This message was sent again five times already. Check the address, then send a new invite.',
    docs: { when: 'A sixth retry of one message.' },
  },
  webhook_disabled: {
    kind: 'conflict',
    message: 'The endpoint is disabled. Enable it first.',
    docs: { when: 'Test, retry or replay of a disabled endpoint.' },
  },
  alias_taken: {
    kind: 'conflict',
    message: 'This resource already has another alias with this key.',
    docs: { when: 'The resource already has another alias with this key.' },
  },
  idempotency_key_reused: {
    kind: 'conflict',
    message: 'This Idempotency-Key was already used for a different request. Use a new key.',
    docs: { when: 'The `Idempotency-Key` was already used for a different request.' },
  },
  idempotency_key_in_flight: {
    kind: 'conflict',
    message: 'A request with this Idempotency-Key is still in progress. Try again shortly.',
    docs: {
      when:
        'A request with this `Idempotency-Key` is still in progress. `Retry-After` says when to try ' +
        'again.',
    },
  },
  idempotency_answer_erased: {
    kind: 'conflict',
    message:
      'The request with this Idempotency-Key succeeded, but the person in its response has since been ' +
      'deleted.',
    docs: { when: 'The request succeeded, but the person in its response has since been deleted.' },
  },
  // The following conflicts occur on pages only: those of people who take an assessment, then those of members.
  agreement_changed: { kind: 'conflict', message: 'This page has changed. Please read it again.' },
  attempt_changed: { kind: 'conflict', message: 'A new attempt has started. Reload the page.' },
  accepted_already: {
    kind: 'conflict',
    message: "You've already accepted this invitation. To end your membership, leave the account.",
  },
  last_owner: { kind: 'conflict' },
  member_already: { kind: 'conflict', message: 'This person is already a member.' },
  too_many_invitations: { kind: 'conflict' },
  too_many_clients: { kind: 'conflict' },
  made_already: {
    kind: 'conflict',
    message: 'This client was already created, and its secret was shown then.',
  },
  rotated_already: {
    kind: 'conflict',
    message: 'This client already has a newer secret. Check it, then start over.',
  },

  too_large: {
    kind: 'tooLarge',
    message: 'The body is too large. The limit is 1 MiB.',
    docs: { when: 'The body is too large.' },
  },
  unsupported_media_type: {
    kind: 'unsupported',
    message: 'Send the body as JSON with Content-Type: application/json.',
    docs: { when: "The media type of the body isn't supported, or the body is compressed." },
  },
  other_region: {
    kind: 'wrongRegion',
    message: 'The account is in another region. Send the request to that region.',
    docs: { when: 'The account is in another region. `region` says where.' },
  },

  rate_limited: {
    kind: 'limited',
    docs: {
      when: 'The caller has reached its rate limit.',
      message: 'Too many requests. Try again in 2 seconds.',
    },
  },
  ...quotaErrors,
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
      when: 'The account has reached its daily limit of text messages.',
      message: 'The account has sent 500 text messages today. Try again tomorrow (UTC).',
    },
  },
  email_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has reached its daily limit of emails.',
      message: 'The account has sent 2000 emails today. Try again tomorrow (UTC).',
    },
  },
  debrief_limit: {
    kind: 'limited',
    docs: {
      when: 'The account has requested 10 debriefs within a minute.',
      message: 'The account has requested 10 debriefs within a minute. Try again in 41 seconds.',
    },
  },
  recipient_limit: {
    kind: 'limited',
    message: "This address or number can't receive more messages today. Try again tomorrow (UTC).",
    docs: { when: 'This address or number has reached its daily limit of messages.' },
  },
  /** The page of a share link. */
  start_limit: { kind: 'limited' },
  share_link_full: { kind: 'conflict', message: 'This link has had all its starts.' },

  ...serverErrors,
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
