import { z } from 'zod'
import { PublicId } from '../../contract/shapes.ts'
import { DiscScores, Level } from '../profile/scores.ts'

/** One person of a team, with the data for drawings: T scores and their errors next to the percentiles. */

const Scale = z.strictObject({
  score: z
    .number()
    .meta({ description: 'Percentile in the norm, 1 to 99 with one decimal.', examples: [78.4] }),
  t: z.number().meta({ description: 'The T score: mean 50, standard deviation 10.', examples: [57.9] }),
  sem: z.number().meta({ description: 'The standard error of the T score.', examples: [3.6] }),
  level: Level,
})

const Trait = Scale.extend({
  facets: z
    .record(z.string(), Scale)
    .optional()
    .meta({ description: 'The six facets by key. Only for two to four people.' }),
}).strict()

export const TeamMember = z
  .strictObject({
    id: PublicId,
    name: z
      .string()
      .nullable()
      .meta({
        description:
          'Given and family name; without one, the email address up to the @. Null if neither is known.',
        examples: ['Noor Okafor'],
      }),
    initials: z.string().meta({
      description:
        'One to four characters that identify a person within this team. A number if `name` is null.',
      examples: ['NO'],
    }),
    quality: z
      .enum(['ok', 'caution', 'invalid'])
      .nullable()
      .meta({
        description: "How far the answers can be trusted. Null if they haven't been checked.",
        examples: ['ok'],
      }),
    disc: DiscScores.nullable(),
    focus: z
      .record(z.string(), Trait)
      .nullable()
      .meta({
        description: 'The five traits by key. Null until Focus is completed.',
        examples: [{ flexibility: { score: 78.4, t: 57.9, sem: 3.6, level: 'high' } }],
      }),
    core: z
      .array(z.string())
      .nullable()
      .meta({
        description: 'Keys of the five most important values, most important first.',
        examples: [['freedom', 'wisdom', 'care', 'achievement', 'fairness']],
      }),
  })
  .meta({ id: 'TeamMember', description: 'One person of a team.' })

export type TeamMember = z.output<typeof TeamMember>
export type TeamMemberScale = z.output<typeof Scale>
