import { z } from 'zod'
import { idList, LocaleCode, PublicId } from '../../contract/shapes.ts'
import { TeamMember } from './team-member.ts'

/** The shapes of a team as the API answers it. It describes people beside each other and ranks nobody. */

export const TeamInput = z
  .strictObject({
    profileIds: idList(100)
      .optional()
      .meta({ description: 'These people; ids that are not on the account are left out.' }),
    tagIds: idList(100).optional().meta({
      description: 'Everybody with any of these tags; ids that are not on the account are left out.',
    }),
    locale: LocaleCode.optional().meta({
      description: 'The language of names and sentences; without it the account’s.',
      examples: ['en'],
    }),
  })
  .refine(({ profileIds, tagIds }) => (profileIds === undefined) !== (tagIds === undefined), {
    message: 'Give either profileIds or tagIds.',
  })

const TraitSpread = z.strictObject({
  trait: z.string().meta({ description: 'The key of the trait.', examples: ['flexibility'] }),
  label: z.string().meta({ description: 'Its name in the language asked for.', examples: ['Flexibility'] }),
  count: z.int().meta({ description: 'How many people have a score on it.', examples: [11] }),
  lowest: percentile('The lowest score', 26.4),
  median: percentile('The median', 47),
  highest: percentile('The highest score', 88.9),
  spread: z
    .enum(['close', 'apart', 'wide'])
    .nullable()
    .meta({
      description:
        '`close`: no more apart than errors of measurement alone could put them. `wide`: at least as far apart as ' +
        'people of the comparison group in general. `apart`: between the two. Null for one person.',
      examples: ['apart'],
    }),
  words: z
    .string()
    .meta({ description: 'The same in a sentence; empty for one person.', examples: ['Some way apart.'] }),
})

const SharedValue = z.strictObject({
  key: z.string().meta({ description: 'The key of the value.', examples: ['freedom'] }),
  label: z.string().meta({ description: 'Its name in the language asked for.', examples: ['Freedom'] }),
  count: z.int().meta({ description: 'How many have it among their first five.', examples: [6] }),
  profileIds: ids('Who has it among their first five.'),
})

const TeamDifference = z.strictObject({
  scale: z.string().meta({ description: 'The key of the facet or trait.', examples: ['discipline'] }),
  label: z.string().meta({ description: 'Its name in the language asked for.', examples: ['Discipline'] }),
  text: z.string().meta({
    description: 'What the two sides probably do, the higher one first.',
    examples: [
      'One side probably leans towards starting at once and staying with a task; the other towards working in bursts, often late.',
    ],
  }),
  low: ids('Who stands in the lowest third of the distance between lowest and highest, the lowest first.'),
  high: ids('Who stands in the highest third, the highest first.'),
})

const TeamSentence = z.strictObject({
  text: z.string().meta({
    description: 'One sentence on working together.',
    examples: ['Paces probably differ: agree early on what has to be quick and what may take its time.'],
  }),
  rests: z.array(z.string()).meta({
    description:
      'The facts that it rests on: keys of facets, traits and values, `disc` for the places between the letters, and ' +
      '`core` for the first five values as a whole.',
    examples: [['disc']],
  }),
})

export const Team = z
  .strictObject({
    locale: LocaleCode,
    profileCount: z
      .int()
      .meta({ description: 'How many of the people asked for are on the account.', examples: [12] }),
    resultCount: z
      .int()
      .meta({ description: 'How many of them have a result of any assessment.', examples: [11] }),
    lede: z.string().meta({
      description: 'What stands out in DISC, in one to three sentences.',
      examples: [
        'Most of this team leans towards people before tasks: 7 of 11 open with I or S. Kim Seo-yeon stands alone between C and D.',
      ],
    }),
    note: z
      .string()
      .nullable()
      .meta({
        description: 'Whose answers are to be read with care; null where nobody’s are.',
        examples: [null],
      }),
    people: z
      .array(TeamMember)
      .meta({ description: 'Everybody with a result, by name; an order that says nothing about them.' }),
    traits: z.array(TraitSpread).meta({ description: 'The five traits; none where nobody has taken Focus.' }),
    values: z
      .array(SharedValue)
      .meta({ description: 'The values that anybody has among the first five, the most frequent first.' }),
    differences: z
      .array(TeamDifference)
      .max(5)
      .meta({
        description:
          'Where they differ most, at most five: only what errors of measurement would hardly put so far apart, even ' +
          'where the largest of thirty differences is looked for. Empty where there is nothing such.',
      }),
    together: z
      .array(TeamSentence)
      .max(7)
      .meta({
        description:
          'For two to four people what probably helps them to work together: four to seven sentences, fewer where an ' +
          'assessment is missing. Empty for others.',
      }),
  })
  .meta({
    id: 'Team',
    description:
      'People beside each other. No sentence says who is better; a difference is told where it is larger than the ' +
      'errors of measurement.',
  })

export type Team = z.output<typeof Team>
export type TraitSpread = z.output<typeof TraitSpread>
export type SharedValue = z.output<typeof SharedValue>
export type TeamDifference = z.output<typeof TeamDifference>
export type TeamSentence = z.output<typeof TeamSentence>

function percentile(what: string, example: number) {
  return z.number().meta({ description: `${what}, as a percentile of the norm.`, examples: [example] })
}

function ids(description: string) {
  return z.array(PublicId).meta({ description, examples: [['6920318e4b1a0c7d2e8f5a63']] })
}
