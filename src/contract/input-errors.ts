import type { ErrorDefinition } from './error-definition.ts'

/** The codes of input that is refused, in the order of the API reference. */
export const inputErrors = {
  invalid_input: {
    kind: 'invalid',
    docs: {
      when: 'A field is missing, malformed, or does not go with the others; `param` names it.',
      message: 'profileId is not a valid id: use 24 lower-case hex characters.',
      param: 'profileId',
    },
  },
  unknown_parameter: {
    kind: 'invalid',
    docs: {
      when: 'There is no such parameter or field.',
      message: 'Unknown parameter "limt". Did you mean "limit"?',
      param: 'limt',
    },
  },
  malformed_query: {
    kind: 'invalid',
    message: 'The query is not valid percent-encoded UTF-8.',
    docs: { when: 'The query string cannot be read.' },
  },
  malformed_request: {
    kind: 'invalid',
    message: 'The request is not valid HTTP.',
    docs: { when: 'The request is no HTTP that can be read; 408 and 431 carry it, too.' },
  },
  invalid_json: {
    kind: 'invalid',
    message: 'The body is not valid JSON.',
    docs: { when: 'The body is no JSON object, or names a field twice.' },
  },
  invalid_idempotency_key: {
    kind: 'invalid',
    message: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    docs: {
      when: 'The `Idempotency-Key` is empty, too long, or has other characters.',
      param: 'Idempotency-Key',
    },
  },
  invalid_picture: {
    kind: 'invalid',
    docs: {
      when: 'The logo is not one whole still picture of the type that was stated.',
      message: 'data is not a picture that can be read.',
      param: 'data',
    },
  },
  nothing_completed: {
    kind: 'invalid',
    message: 'Nothing is completed yet, so there is nothing to take again. Send an invite instead.',
    docs: { when: 'A retake, though nothing is completed in the present attempt.' },
  },
  assessment_not_completed: {
    kind: 'invalid',
    docs: {
      when: 'A retake of an assessment that is not completed.',
      message: 'The assessment core is not completed, so it cannot be taken again. Completed: disc, focus.',
      param: 'assessmentIds',
    },
  },
  not_completed: {
    kind: 'invalid',
    message:
      'The person has not completed every available assessment, so there is nothing to write from yet. Wait for the ' +
      'rest, a retake included, or send an invite.',
    docs: {
      when: 'A debrief or a report of a person who has not completed everything available, a retake included, or a report of a team in which nobody has a result.',
    },
  },
  model_not_configured: {
    kind: 'invalid',
    message:
      'This installation has no language model for debriefs. Ask whoever runs it to set DEBRIEF_URL, or leave ' +
      'debriefWriter at rules.',
    docs: {
      when: '`debriefWriter` is to be `model` where the installation has none.',
      param: 'debriefWriter',
    },
  },
  profile_without_email: {
    kind: 'invalid',
    message: 'The profile has no email address. Add one with PATCH /profile/{profileId} first.',
    docs: { when: 'An invite by email to a profile without an address.' },
  },
  profile_without_phone: {
    kind: 'invalid',
    message: 'The profile has no phone number. Add one with PATCH /profile/{profileId} first.',
    docs: { when: 'An invite by SMS to a profile without a number.' },
  },
  sms_not_configured: {
    kind: 'invalid',
    message: 'This service cannot send text messages: no way to send them is configured. Invite by email.',
    docs: { when: 'An invite by SMS where the installation sends none.' },
  },
  country_not_allowed: {
    kind: 'invalid',
    message: 'This service sends no text messages to the country of this number. Invite by email.',
    docs: { when: 'An invite by SMS to a country that the installation sends nothing to.' },
  },
  number_not_allowed: {
    kind: 'invalid',
    message:
      'Text messages go to ordinary numbers only, not to premium, shared-cost, personal or satellite ones.',
    docs: { when: 'An invite by SMS to a premium, shared-cost, personal or satellite number.' },
  },
  number_invalid: {
    kind: 'invalid',
    message: 'The phone number is not in use in its country. Correct it with PATCH /profile/{profileId}.',
    docs: { when: 'An invite by SMS to a number that is not in use in its country.' },
  },
  /** Pages of members. */
  name_differs: {
    kind: 'invalid',
    message: 'This is not the name of the client. Type it as it stands there.',
  },
  /** Calls between regions. */
  other_version: {
    kind: 'invalid',
    message: 'The call has another shape than this region knows. Do all regions run the same release?',
  },
} as const satisfies Record<string, ErrorDefinition>
