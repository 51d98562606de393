import { z } from 'zod'
import { debriefSections } from '../../content/debrief.ts'
import { LocaleCode, PublicId, Timestamp } from '../../contract/shapes.ts'
import { exampleContent, exampleSections } from './example.ts'

/** The shapes of a debrief as the API answers it. */

const Sentence = z
  .strictObject({
    text: z
      .string()
      .meta({ description: 'One sentence.', examples: ['People usually find you easy to approach.'] }),
    evidence: z.array(z.string()).meta({
      description: 'Ids of the facts that the sentence rests on, such as `focus.stability.facets.composure`.',
      examples: [['focus.communication.facets.friendliness']],
    }),
    tip: z
      .enum(['do', 'avoid'])
      .optional()
      .meta({
        description: 'Where it is one of a list: what those who work with the person should do, or avoid.',
        examples: ['do'],
      }),
  })
  .meta({ id: 'DebriefSentence', description: 'A sentence, and the facts that it rests on.' })

const Section = z
  .strictObject({
    id: z.enum(debriefSections).meta({ description: 'Which section it is.', examples: ['impression'] }),
    title: z
      .string()
      .meta({ description: 'Its heading, in the language of the text.', examples: ['How you come across'] }),
    sentences: z.array(Sentence).meta({ description: 'In the order in which they are read.' }),
  })
  .meta({ id: 'DebriefSection', description: 'A part of a debrief under its own heading.' })

const Generator = z
  .strictObject({
    kind: z.enum(['rules', 'llm']).meta({
      description: '`rules`: the rules of this service. `llm`: a language model that was given the facts.',
      examples: ['rules'],
    }),
    name: z
      .string()
      .meta({ description: 'The name of the rules, or of the model.', examples: ['timbre-rules'] }),
    version: z
      .string()
      .meta({ description: 'The version of the rules, or of what the model is told.', examples: ['1.0.0'] }),
    reason: z
      .string()
      .optional()
      .meta({
        description: 'In a word why the rules wrote it although the account has chosen a model.',
        examples: ['timeout'],
      }),
  })
  .meta({
    id: 'DebriefGenerator',
    description: 'Who wrote the text.',
    examples: [{ kind: 'rules', name: 'timbre-rules', version: '1.0.0+en.1' }],
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
  .meta({ id: 'DebriefRatings', description: 'How the text was rated; each client and member counts once.' })

export const debriefParts = {
  content: z
    .string()
    .meta({ description: 'The whole text as Markdown, without a name in it.', examples: [exampleContent] }),
  sections: z
    .array(Section)
    .meta({ description: 'The same sentences with the facts they rest on.', examples: [exampleSections] }),
  locale: LocaleCode.meta({
    description: 'The language of the text.',
  }),
  generator: Generator,
  resultsHash: z.string().meta({
    description: 'Names the results that it was written from: equal results, equal hash.',
    examples: ['5f0c2b7e9d1a44c8b6e3f1a2c4d5e6f7'],
  }),
}

export const Debrief = z
  .strictObject({
    id: PublicId,
    profileId: PublicId,
    ...debriefParts,
    stale: z.boolean().meta({
      description:
        'Whether the person’s results are no longer those it was written from, a retake under way included.',
      examples: [false],
    }),
    ratings: Ratings,
    createdAt: Timestamp.meta({ description: 'When it was written.' }),
    updatedAt: Timestamp.meta({ description: 'When it was written or last rated.' }),
  })
  .meta({
    id: 'Debrief',
    description:
      'A text about one person that puts the results into words. It speaks to the person; every sentence names its facts.',
  })

export type Debrief = z.output<typeof Debrief>

export const DebriefRating = z
  .strictObject({
    debriefId: PublicId,
    profileId: PublicId,
    rating: z
      .literal([1, -1])
      .meta({ description: '1 when the text was useful, -1 when not.', examples: [1] }),
    comments: z
      .string()
      .nullable()
      .meta({ description: 'What was said to it; null without.', examples: ['Clear and fair.'] }),
    createdAt: Timestamp.meta({ description: 'When this client or member first rated it.' }),
    updatedAt: Timestamp.meta({ description: 'When this client or member last rated it.' }),
  })
  .meta({ id: 'DebriefRating', description: 'What one client or member says of a debrief.' })

export type DebriefRating = z.output<typeof DebriefRating>
