/** What may be wrong with an answer as a whole, and with what its sentences say of the facts. */
export const answerErrorCodes = [
  ...(['json', 'schema', 'sections', 'evidence', 'claim', 'level', 'value', 'style', 'repeated'] as const),
  ...(['language', 'sectionLength', 'length'] as const),
]

/** What may be wrong with the words of a sentence, whatever its facts are. */
export const wordingErrorCodes = [
  ...([
    'canary',
    'number',
    'markup',
    'link',
    'slot',
    'characters',
    'banned',
    'sentence',
    'question',
  ] as const),
]

export type ValidationErrorCode = (typeof answerErrorCodes)[number] | (typeof wordingErrorCodes)[number]

/** A fault in words that the model is told; they repeat nothing of its text but words of our own lists. */
export type ValidationError = { readonly fault: ValidationErrorCode; readonly words: string }
