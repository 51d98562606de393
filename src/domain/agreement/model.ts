import { z } from 'zod'
import { Timestamp } from '../../contract/shapes.ts'

/** An agreement as it is stored and exported. */
export const StoredAgreement = z.strictObject({
  attempt: z.int().meta({ description: 'Attempt that the person started after agreeing.', examples: [1] }),
  version: z.string().meta({
    description: 'Identifies the exact wording. Changed wording has another version.',
    examples: ['3f0b6c1d9a5e4f7288c1d0b2a4e6f901'],
  }),
  locale: z.string().meta({ description: 'Language of the wording.', examples: ['en'] }),
  words: z.string().meta({
    description: 'Wording of the page: why, who sees the results, how long they are kept, and the agreement.',
    examples: ['To describe how you usually are and what matters to you.'],
  }),
  agreedAt: Timestamp.meta({ description: 'When the person agreed.' }),
})
export type StoredAgreement = z.output<typeof StoredAgreement>
