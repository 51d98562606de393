/** What may be wrong with an answer as a whole, and with what its sentences say of the facts. */
export const answerFaults = [
  ...(['json', 'schema', 'sections', 'evidence', 'claim', 'level', 'value', 'style', 'repeated'] as const),
  ...(['language', 'sectionLength', 'length'] as const),
]

/** What may be wrong with the words of a sentence, whatever its facts are. */
export const wordingFaults = [
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

export type Fault = (typeof answerFaults)[number] | (typeof wordingFaults)[number]

/** A fault in words that the model is told; they repeat nothing of its text but words of our own lists. */
export type Problem = { readonly fault: Fault; readonly words: string }
