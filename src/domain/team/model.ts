import { z } from 'zod'
import { idList, LocaleCode, PublicId } from '../../contract/shapes.ts'
import { TeamDensity, TraitLevels, TraitSteps } from './density-model.ts'
import { TeamMember } from './team-member.ts'

/** Shapes of a team in the API. It compares people and ranks no one. */

export const TeamInput = z
  .strictObject({
    profileIds: idList(100)
      .optional()
      .meta({ description: 'These people. Ids that are not on the account are ignored.' }),
    tagIds: idList(100).optional().meta({
      description: 'Everyone with any of these tags. Ids that are not on the account are ignored.',
    }),
    savedTeamIds: idList(100)
      .optional()
      .meta({
        description: 'Everyone in any of these saved teams. Ids that are not on the account are ignored.',
        examples: [['6920318e4b1a0c7d2e8f5a72']],
      }),
    locale: LocaleCode.optional().meta({
      description: "Language of names and sentences. Default: the account's.",
      examples: ['en'],
    }),
  })
  .refine(
    ({ profileIds, tagIds, savedTeamIds }) =>
      (profileIds !== undefined) !== (tagIds !== undefined || savedTeamIds !== undefined),
    { message: 'Give either profileIds, or tagIds and savedTeamIds.' },
  )

const TraitSpread = z.strictObject({
  trait: z.string().meta({ description: 'Key of the trait.', examples: ['flexibility'] }),
  label: z
    .string()
    .meta({ description: 'Name of the trait in the requested language.', examples: ['Flexibility'] }),
  count: z.int().meta({ description: 'Number of people with a score on it.', examples: [11] }),
  lowest: percentile('The lowest score', 26.4),
  median: percentile('The median', 47),
  highest: percentile('The highest score', 88.9),
  spread: z
    .enum(['close', 'apart', 'wide'])
    .nullable()
    .meta({
      description:
        '`close`: the distance could be measurement error. `wide`: at least as far apart as people of the ' +
        'comparison group in general. `apart`: in between. Null for one person.',
      examples: ['apart'],
    }),
  words: z
    .string()
    .meta({ description: 'The same in a sentence. Empty for one person.', examples: ['Some way apart.'] }),
  levels: TraitLevels.optional(),
  steps: TraitSteps.optional(),
})

const SharedValue = z.strictObject({
  key: z.string().meta({ description: 'Key of the value.', examples: ['freedom'] }),
  label: z
    .string()
    .meta({ description: 'Name of the trait in the requested language.', examples: ['Freedom'] }),
  count: z.int().meta({ description: 'Number of people who have it among their first five.', examples: [6] }),
  profileIds: ids('People who have it among their first five. Empty where there is `density`.'),
})

const TeamDifference = z.strictObject({
  scale: z.string().meta({ description: 'Key of the facet or trait.', examples: ['discipline'] }),
  label: z
    .string()
    .meta({ description: 'Name of the trait in the requested language.', examples: ['Discipline'] }),
  text: z.string().meta({
    description:
      'What the people at both ends probably do, the higher ones first, with up to four names each.',
    examples: [
      'Kofi probably leans towards starting at once and staying with a task; Noor towards working in bursts, often late.',
    ],
  }),
  low: ids('People in the lowest third of the range, lowest first.'),
  high: ids('People in the highest third of the range, highest first.'),
})

const TeamSentence = z.strictObject({
  text: z.string().meta({
    description: 'One sentence about working together.',
    examples: ['Paces probably differ: agree early on what has to be quick and what may take its time.'],
  }),
  rests: z.array(z.string()).meta({
    description:
      'Facts that support it: keys of facets, traits and values, `disc` for the positions between the ' +
      'letters, and `core` for the first five values as a whole.',
    examples: [['disc']],
  }),
})

const TeamQuestion = z.strictObject({
  scale: z.string().meta({ description: 'Key of the facet or trait.', examples: ['discipline'] }),
  label: z
    .string()
    .meta({ description: 'Name of the facet or trait in the requested language.', examples: ['Discipline'] }),
  text: z.string().meta({
    description: 'The question, for both.',
    examples: ['When do you like to start on something that has a date, and what helps you finish it?'],
  }),
})

export const Team = z
  .strictObject({
    locale: LocaleCode,
    profileCount: z
      .int()
      .meta({ description: 'Number of requested people who are on the account.', examples: [12] }),
    resultCount: z.int().meta({ description: 'Number of these who have any result.', examples: [11] }),
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
        description:
          'People whose answers should be interpreted with caution, or how many they are where there is `density`. Null if ' +
          'there are none.',
        examples: [null],
      }),
    people: z.array(TeamMember).meta({
      description:
        'Everyone with a result, sorted by name. Empty where there is `density`: `GET /profiles` lists them page by page, ' +
        'with the same `tagIds` or `savedTeamIds`.',
    }),
    density: TeamDensity.optional(),
    traits: z
      .array(TraitSpread)
      .meta({ description: 'The five traits. Empty if no one has completed Focus.' }),
    values: z
      .array(SharedValue)
      .meta({ description: 'Values that anyone has among the first five, most frequent first.' }),
    differences: z
      .array(TeamDifference)
      .max(5)
      .meta({
        description:
          'Where they differ most, at most five: only what errors of measurement would hardly put so far apart, even ' +
          'where the largest of thirty differences is looked for. Empty where there is nothing such, and where there is `density`.',
      }),
    together: z
      .array(TeamSentence)
      .max(7)
      .meta({
        description:
          'For two to four people: what probably helps them work together, in four to seven sentences, ' +
          'fewer if an assessment is missing. Empty for larger teams.',
      }),
    questions: z
      .array(TeamQuestion)
      .max(4)
      .meta({
        description:
          'For two people: what they may ask each other, by their largest `differences`. Empty where no difference is ' +
          "beyond the errors of measurement, where one person's answers are unreliable, and for other teams.",
      }),
  })
  .meta({
    id: 'Team',
    description:
      'A team comparison. No sentence says who is better; a difference is mentioned only if it is ' +
      'larger than the measurement errors.',
  })

const AgendaLine = z.strictObject({
  label: z
    .string()
    .nullable()
    .meta({ description: 'What the line is about. Null if it is about all.', examples: ['Discipline'] }),
  text: z.string().meta({ description: 'One or two sentences.', examples: ['Some way apart.'] }),
})

const heading = (example: string) => z.string().meta({ description: 'Heading.', examples: [example] })

export const TeamAgenda = z
  .strictObject({
    locale: LocaleCode,
    title: heading('Agenda for the facilitator'),
    intro: z.string().meta({
      description: 'How long it takes, for how many, and that it names no one.',
      examples: ['About 90 minutes for 12 people.'],
    }),
    minutes: z.int().meta({ description: 'Duration of all steps.', examples: [90] }),
    before: z
      .strictObject({
        heading: heading('Before you start'),
        lines: z.array(z.string()).meta({
          description: 'What should be settled.',
          examples: [['Taking part and sharing are voluntary. No one has to show a score.']],
        }),
      })
      .meta({ description: 'What should be settled before the meeting.' }),
    facts: z
      .array(
        z.strictObject({
          heading: heading('What differs'),
          lines: z.array(AgendaLine).meta({ description: 'Facts of the team, without names.' }),
        }),
      )
      .meta({
        description:
          'How spread out the team is, what differs by more than the errors of measurement, and values that at least half ' +
          'have among their first five; each only if there is something to say.',
      }),
    plan: z
      .strictObject({
        heading: heading('The plan'),
        steps: z
          .array(
            z.strictObject({
              title: heading('Two ways of doing it'),
              minutes: z.int().meta({ description: 'Duration.', examples: [25] }),
              duration: z.string().meta({ description: 'The same in words.', examples: ['25 min'] }),
              lines: z.array(z.string()).meta({
                description: 'What to do, in order.',
                examples: [['Each group notes what either way is good for, and when.']],
              }),
            }),
          )
          .meta({ description: 'Opening, three exercises and closing.' }),
      })
      .meta({ description: 'The steps of the meeting.' }),
    notice: z.string().meta({
      description: 'What the results are not enough for.',
      examples: ['These are self-reports, and groups are more than their scores.'],
    }),
  })
  .meta({
    id: 'TeamAgenda',
    description: 'A meeting of a team about its results, for the person who leads it. It names no one.',
  })

export type Team = z.output<typeof Team>
export type TeamAgenda = z.output<typeof TeamAgenda>
export type TraitSpread = z.output<typeof TraitSpread>
export type SharedValue = z.output<typeof SharedValue>
export type TeamDifference = z.output<typeof TeamDifference>
export type TeamQuestion = z.output<typeof TeamQuestion>
export type TeamSentence = z.output<typeof TeamSentence>

function percentile(what: string, example: number) {
  return z.number().meta({ description: `${what}, as a percentile of the norm.`, examples: [example] })
}

function ids(description: string) {
  return z.array(PublicId).meta({ description, examples: [['6920318e4b1a0c7d2e8f5a63']] })
}
