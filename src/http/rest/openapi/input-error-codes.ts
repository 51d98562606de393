/** What an `error.code` says, and how a refusal with it reads. */
export type ErrorCode = {
  /** When it is answered, for the table of the guide. */
  when: string
  message: string
  param?: string
  details?: unknown
}

/** What is wrong with a request that is refused with 400. */
export const inputErrorCodes = {
  invalid_input: {
    when: 'A field is missing, malformed, or does not go with the others; `param` names it.',
    message: 'profileId is not a valid id: use 24 lower-case hex characters.',
    param: 'profileId',
  },
  unknown_parameter: {
    when: 'There is no such parameter or field.',
    message: 'Unknown parameter "limt". Did you mean "limit"?',
    param: 'limt',
  },
  malformed_query: {
    when: 'The query string cannot be read.',
    message: 'The query is not valid percent-encoded UTF-8.',
  },
  malformed_request: {
    when: 'The request is no HTTP that can be read; 408 and 431 carry it, too.',
    message: 'The request is not valid HTTP.',
  },
  invalid_json: {
    when: 'The body is no JSON object, or names a field twice.',
    message: 'The body is not valid JSON.',
  },
  invalid_idempotency_key: {
    when: 'The `Idempotency-Key` is empty, too long, or has other characters.',
    message: 'Idempotency-Key must have 1 to 255 visible ASCII characters.',
    param: 'Idempotency-Key',
  },
  invalid_picture: {
    when: 'The logo is not one whole still picture of the type that was stated.',
    message: 'data is not a picture that can be read.',
    param: 'data',
  },
  nothing_completed: {
    when: 'A retake, though nothing is completed in the present attempt.',
    message: 'Nothing is completed yet, so there is nothing to take again. Send an invite instead.',
  },
  assessment_not_completed: {
    when: 'A retake of an assessment that is not completed.',
    message: 'The assessment core is not completed, so it cannot be taken again. Completed: disc, focus.',
    param: 'assessmentIds',
  },
  not_completed: {
    when: 'A debrief or a report of a person who has not completed everything available, a retake included, or a report of a team in which nobody has a result.',
    message:
      'The person has not completed every available assessment, so there is nothing to write from yet. Wait for the ' +
      'rest, a retake included, or send an invite.',
  },
  model_not_configured: {
    when: '`debriefWriter` is to be `model` where the installation has none.',
    message:
      'This installation has no language model for debriefs. Ask whoever runs it to set DEBRIEF_URL, or leave ' +
      'debriefWriter at rules.',
    param: 'debriefWriter',
  },
  profile_without_email: {
    when: 'An invite by email to a profile without an address.',
    message: 'The profile has no email address. Add one with PATCH /profile/{profileId} first.',
  },
  profile_without_phone: {
    when: 'An invite by SMS to a profile without a number.',
    message: 'The profile has no phone number. Add one with PATCH /profile/{profileId} first.',
  },
  sms_not_configured: {
    when: 'An invite by SMS where the installation sends none.',
    message: 'This service cannot send text messages: no way to send them is configured. Invite by email.',
  },
  country_not_allowed: {
    when: 'An invite by SMS to a country that the installation sends nothing to.',
    message: 'This service sends no text messages to the country of this number. Invite by email.',
  },
  number_not_allowed: {
    when: 'An invite by SMS to a premium, shared-cost, personal or satellite number.',
    message:
      'Text messages go to ordinary numbers only, not to premium, shared-cost, personal or satellite ones.',
  },
  number_invalid: {
    when: 'An invite by SMS to a number that is not in use in its country.',
    message: 'The phone number is not in use in its country. Correct it with PATCH /profile/{profileId}.',
  },
} as const satisfies Readonly<Record<string, ErrorCode>>
