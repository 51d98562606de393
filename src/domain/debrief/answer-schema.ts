import { z } from 'zod'
import { type ModelSection, modelSections } from '../../content/debrief.ts'

/** A sentence as the model returns it: with the facts that support it, and what it claims about each in one word. */
const AnsweredSentence = z.strictObject({
  text: z.string(),
  evidence: z.array(z.string()),
  claims: z.array(z.strictObject({ fact: z.string(), level: z.string() })),
})

/**
 * The shape of the model's answer. Lengths and counts are checked separately, because those error messages help the
 * model more.
 */
export const DebriefAnswer = z.strictObject({
  sections: z.array(z.strictObject({ id: z.enum(modelSections), sentences: z.array(AnsweredSentence) })),
})

export type AnsweredSentence = z.output<typeof AnsweredSentence>
export type DebriefAnswer = z.output<typeof DebriefAnswer>

/** The same as JSON Schema, limited to the fact ids of this request. Servers with structured output enforce them. */
export function answerSchema(
  factIds: readonly string[],
  sections: readonly ModelSection[],
): Record<string, unknown> {
  const fact = { type: 'string', enum: factIds }
  const sentence = object({
    text: { type: 'string' },
    evidence: { type: 'array', items: fact },
    claims: { type: 'array', items: object({ fact, level: { type: 'string' } }) },
  })
  const section = object({
    id: { type: 'string', enum: sections },
    sentences: { type: 'array', items: sentence },
  })
  return object({ sections: { type: 'array', items: section } })
}

function object(properties: Record<string, unknown>): Record<string, unknown> {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}
