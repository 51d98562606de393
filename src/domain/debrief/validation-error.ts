/** Errors of an answer as a whole, and of its claims about facts. */
export const answerErrorCodes = [
  'json',
  'schema',
  'sections',
  'evidence',
  'claim',
  'level',
  'value',
  'style',
  'repeated',
  'language',
  'sectionLength',
  'length',
] as const

/** Errors in the wording of a sentence, regardless of its facts. */
export const wordingErrorCodes = [
  'canary',
  'number',
  'markup',
  'link',
  'slot',
  'characters',
  'banned',
  'sentence',
  'question',
] as const

export type ValidationErrorCode = (typeof answerErrorCodes)[number] | (typeof wordingErrorCodes)[number]

/**
 * An error with a message for the model. Messages repeat nothing from the model's text except words from our own
 * lists.
 */
export type ValidationError = { readonly code: ValidationErrorCode; readonly message: string }
