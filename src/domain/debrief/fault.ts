/** What may be wrong with a model's answer. */
export const faults = [
  ...([
    'json',
    'schema',
    'canary',
    'sections',
    'evidence',
    'claim',
    'level',
    'value',
    'style',
    'number',
  ] as const),
  ...(['characters', 'markup', 'link', 'slot', 'banned', 'sentence', 'question', 'repeated'] as const),
  ...(['language', 'sectionLength', 'length'] as const),
]

export type Fault = (typeof faults)[number]

/** A fault in words that the model is told; they repeat nothing of its text but words of our own lists. */
export type Problem = { readonly fault: Fault; readonly words: string }
