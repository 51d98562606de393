import type { ErrorDefinition } from './error-definition.ts'

/** The codes for invalid input, in the order of the API reference. */
export const inputErrors = {
  invalid_input: {
    kind: 'invalid',
    docs: {
      when: 'A field is missing, malformed, or inconsistent with the others. `param` names it.',
      message: 'profileId is not a valid id: use 24 lower-case hex characters.',
      param: 'profileId',
    },
  },
  unknown_parameter: {
    kind: 'invalid',
    docs: {
      when: "The parameter or field doesn't exist.",
      message: 'Unknown parameter "limt". Did you mean "limit"?',
      param: 'limt',
    },
  },
  malformed_query: {
    kind: 'invalid',
    message: 'The query is not valid percent-encoded UTF-8.',
    docs: { when: "The query string can't be parsed." },
  },
  malformed_request: {
    kind: 'invalid',
    message: 'The request is not valid HTTP.',
    docs: { when: "The request can't be parsed as HTTP. Also used with 408 and 431." },
  },
  /** SCIM only: a value that a change is for does not exist. */
  patch_without_target: { kind: 'invalid' },
  invalid_json: {
    kind: 'invalid',
    message: 'The body is not valid JSON.',
    docs: { when: 'The body is not a JSON object, or contains a field twice.' },
  },
  invalid_idempotency_key: {
    kind: 'invalid',
    message: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    docs: {
      when: 'The `Idempotency-Key` is empty, too long, or contains other characters.',
      param: 'Idempotency-Key',
    },
  },
  invalid_picture: {
    kind: 'invalid',
    docs: {
      when: 'The logo is not a single complete still image of the stated type.',
      message: 'data is not a readable image.',
      param: 'data',
    },
  },
  nothing_completed: {
    kind: 'invalid',
    message: 'Nothing is completed yet, so there is nothing to retake. Send an invite instead.',
    docs: { when: 'Retake when nothing is completed in the current attempt.' },
  },
  assessment_not_completed: {
    kind: 'invalid',
    docs: {
      when: 'Retake of an assessment that is not completed.',
      message: "The assessment core is not completed, so it can't be retaken. Completed: disc, focus.",
      param: 'assessmentIds',
    },
  },
  not_completed: {
    kind: 'invalid',
    message:
      "The person hasn't completed every available assessment, so there is nothing to write about yet. " +
      'Wait until they have, including any retake, or send an invite.',
    docs: {
      when:
        "Debrief or report of a person who hasn't completed every available assessment, including a " +
        'retake; or report of a team without any results.',
    },
  },
  model_not_configured: {
    kind: 'invalid',
    message:
      'This installation has no language model for debriefs. Ask your administrator to set DEBRIEF_URL, ' +
      'or keep debriefWriter at rules.',
    docs: {
      when: "`debriefWriter` can't be `model`, because the installation has no language model.",
      param: 'debriefWriter',
    },
  },
  profile_without_email: {
    kind: 'invalid',
    message: 'The profile has no email address. Add one with PATCH /profile/{profileId} first.',
    docs: { when: 'Invite by email, but the profile has no email address.' },
  },
  profile_without_phone: {
    kind: 'invalid',
    message: 'The profile has no phone number. Add one with PATCH /profile/{profileId} first.',
    docs: { when: 'Invite by SMS, but the profile has no phone number.' },
  },
  sms_not_configured: {
    kind: 'invalid',
    message: "This service can't send text messages because no SMS provider is configured. Invite by email.",
    docs: { when: 'Invite by SMS, but the installation has no SMS provider.' },
  },
  country_not_allowed: {
    kind: 'invalid',
    message: "This service doesn't send text messages to the country of this number. Invite by email.",
    docs: { when: "Invite by SMS to a country that the installation doesn't send to." },
  },
  number_not_allowed: {
    kind: 'invalid',
    message:
      "Text messages can't be sent to premium, shared-cost, personal or satellite numbers. Use an " +
      'ordinary number.',
    docs: { when: 'Invite by SMS to a premium, shared-cost, personal or satellite number.' },
  },
  number_invalid: {
    kind: 'invalid',
    message: 'The phone number is not in use in its country. Correct it with PATCH /profile/{profileId}.',
    docs: { when: 'Invite by SMS to a number that is not in use in its country.' },
  },
  cursor_expired: {
    kind: 'invalid',
    message:
      'The event to continue after is not kept anymore. Read what you need through the API, then start with ' +
      'the oldest event or with after=latest.',
    docs: {
      when: '`after` is not an event of the account that is still kept. `details.oldest` is the oldest one.',
      param: 'after',
      details: { oldest: { id: '6920a14f0c7d2e8f5a634b1a', seq: 1204 } },
    },
  },
  type_unknown: {
    kind: 'invalid',
    docs: {
      when: 'There is no such type of event.',
      message: 'There is no event type "profile.complete". Did you mean "profile.completed"?',
      param: 'types',
    },
  },
  type_required: {
    kind: 'invalid',
    message:
      'Add profile.deleted: an endpoint that gets events about people must also learn that one was deleted.',
    docs: { when: '`types` is about people and leaves out `profile.deleted`.', param: 'types' },
  },
  url_not_allowed: {
    kind: 'invalid',
    docs: {
      when: 'The address of an endpoint is not one that may be called.',
      message: 'The address must start with https:// and have a host name with a dot.',
      param: 'url',
    },
  },
  too_many_webhooks: {
    kind: 'invalid',
    message: 'The account has 20 endpoints, which is the maximum. Delete one first.',
    docs: { when: 'The account has the maximum number of endpoints.' },
  },
  /** Pages of members. */
  name_differs: {
    kind: 'invalid',
    message: 'This is not the name of the client. Type it exactly as shown.',
  },
  /** Calls between regions. */
  other_version: {
    kind: 'invalid',
    message:
      "This region doesn't recognize the format of the call. Check that all regions run the same " +
      'release.',
  },
} as const satisfies Record<string, ErrorDefinition>
