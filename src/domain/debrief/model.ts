import { z } from 'zod'
import { debriefSections } from '../../content/debrief.ts'
import { LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { exampleContent, exampleSections } from './example.ts'

/** Shapes of a debrief in the API. */

export const DebriefSentence = z
  .strictObject({
    text: z.string().meta({ description: 'One sentence.', examples: ['You make friends easily.'] }),
    evidence: z.array(z.string()).meta({
      description: 'Ids of the facts that support the sentence, such as `focus.stability.facets.composure`.',
      examples: [['focus.communication.facets.friendliness']],
    }),
    about: z
      .string()
      .optional()
      .meta({
        description:
          "The same sentence about the person instead of to them, with `{name}` where the person's name goes. Only in " +
          'languages other than English, and only if it differs.',
        examples: ['{name} fängt früh an.'],
      }),
    tip: z
      .enum(['do', 'avoid'])
      .optional()
      .meta({
        description:
          'Set if the sentence is part of a list of what others should do or avoid when working with the ' +
          'person.',
        examples: ['do'],
      }),
  })
  .meta({ id: 'DebriefSentence', description: 'A sentence and the facts that support it.' })

const Section = z
  .strictObject({
    id: z.enum(debriefSections).meta({ description: 'Which section it is.', examples: ['impression'] }),
    title: z
      .string()
      .meta({ description: 'Heading in the language of the text.', examples: ['With people'] }),
    sentences: z.array(DebriefSentence).meta({ description: 'Sentences in reading order.' }),
  })
  .meta({ id: 'DebriefSection', description: 'A section of a debrief.' })

const Generator = z
  .strictObject({
    kind: z.enum(['rules', 'llm']).meta({
      description: '`rules`: the rules of this service. `llm`: a language model that received the facts.',
      examples: ['rules'],
    }),
    name: z.string().meta({ description: 'Name of the rules or the model.', examples: ['timbre-rules'] }),
    version: z
      .string()
      .meta({ description: "Version of the rules or of the model's prompt.", examples: ['1.0.0'] }),
    reason: z
      .string()
      .optional()
      .meta({
        description:
          'Reason, as one word, why the rules wrote the text although the account has chosen a model.',
        examples: ['timeout'],
      }),
  })
  .meta({
    id: 'DebriefGenerator',
    description: 'Who wrote the text.',
    examples: [{ kind: 'rules', name: 'timbre-rules', version: '2.0.0+en.6' }],
  })

const Ratings = z
  .strictObject({
    up: z
      .int()
      .min(0)
      .meta({ description: 'Ratings of 1.', examples: [2] }),
    down: z
      .int()
      .min(0)
      .meta({ description: 'Ratings of -1.', examples: [0] }),
  })
  .meta({ id: 'DebriefRatings', description: 'Ratings of the text. Each client and member counts once.' })

export const debriefParts = {
  content: z.string().meta({
    description: "The whole text as Markdown, without the person's name.",
    examples: [exampleContent],
  }),
  sections: z.array(Section).meta({
    description: 'The same sentences with the facts that support them.',
    examples: [exampleSections],
  }),
  locale: LocaleCode.meta({
    description: 'Language of the text.',
  }),
  generator: Generator,
  resultsHash: z.string().meta({
    description: 'Identifies the results the text was written from. Equal results have equal hashes.',
    examples: ['5f0c2b7e9d1a44c8b6e3f1a2c4d5e6f7'],
  }),
}

export const Debrief = z
  .strictObject({
    id: PublicId,
    profileId: PublicId,
    ...debriefParts,
    stale: z.boolean().meta({
      description: "Whether the person's results have changed since, including a retake in progress.",
      examples: [false],
    }),
    ratings: Ratings,
    createdAt: Timestamp.meta({ description: 'When it was written.' }),
    updatedAt: Timestamp.meta({ description: 'When it was written or last rated.' }),
  })
  .meta({
    id: 'Debrief',
    description:
      'Results of one person in words. It addresses the person, and every sentence lists its facts.',
  })

export type Debrief = z.output<typeof Debrief>

export const DebriefRating = z
  .strictObject({
    debriefId: PublicId,
    profileId: PublicId,
    rating: z.literal([1, -1]).meta({ description: '1 if the text was useful, -1 if not.', examples: [1] }),
    comments: z
      .string()
      .nullable()
      .meta({ description: 'Comment. Null if none.', examples: ['Clear and fair.'] }),
    createdAt: Timestamp.meta({ description: 'When this client or member first rated it.' }),
    updatedAt: Timestamp.meta({ description: 'When this client or member last rated it.' }),
  })
  .meta({ id: 'DebriefRating', description: 'Rating of a debrief by one client or member.' })

export type DebriefRating = z.output<typeof DebriefRating>
