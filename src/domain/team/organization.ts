import { z } from 'zod'
import type { Scales } from '../../content/scales.ts'
import type { TeamTexts } from '../../content/team.ts'
import { LocaleCode } from '../../contract/shapes.ts'
import { normalCdf } from '../../scoring/normal.ts'
import type { GroupFigures, TraitMoments } from './organization-store.ts'

/** A team next to everyone on the account: means of the five traits, and whether chance explains the difference. */

const count = (description: string, example: number) =>
  z
    .int()
    .min(0)
    .meta({ description, examples: [example] })
const number = (description: string, example: number) => z.number().meta({ description, examples: [example] })

const TraitOfGroup = z
  .strictObject({
    score: number('The percentile of the mean T score in the norm.', 62.3),
    t: number('The mean T score: the norm has a mean of 50 and a standard deviation of 10.', 53.1),
    low: count('Percentage with a score below the middle of the norm.', 20),
    middle: count('Percentage in the middle.', 30),
    high: count('Percentage above it.', 50),
  })
  .meta({ id: 'TraitOfGroup', description: 'One trait over a group of people.' })

const TraitComparison = z.strictObject({
  trait: z.string().meta({ description: 'Key of the trait.', examples: ['flexibility'] }),
  label: z
    .string()
    .meta({ description: 'Name of the trait in the requested language.', examples: ['Flexibility'] }),
  team: TraitOfGroup,
  organization: TraitOfGroup,
  difference: number('The team less the organization, in T points.', 3.2),
  margin: number(
    'How large a difference chance makes, in T points: of twenty groups of this size, drawn at random from the ' +
      'organization, about one has a larger one on any of the five traits.',
    4.1,
  ),
  verdict: z.enum(['tooClose', 'higher', 'lower']).meta({
    description: '`tooClose`: the difference is within the margin. `higher`, `lower`: the team, beyond it.',
    examples: ['tooClose'],
  }),
  words: z.string().meta({ description: 'The same in a sentence.', examples: ['Too close to call.'] }),
})

const Group = z.strictObject({
  count: count('Number of people whose Focus results the figures rest on.', 11),
  leftOut: count('Number of people who are left out because their answers are unreliable.', 0),
  isSample: z.boolean().meta({
    description:
      'Whether the people are, or may be, a sample: at most 500 results of a group are read, of at most 2,000 people. ' +
      '`count` is then that of the sample.',
    examples: [false],
  }),
})

export const TeamAndOrganization = z
  .strictObject({
    locale: LocaleCode,
    state: z.enum(['shown', 'fewInTeam', 'fewOthers']).meta({
      description:
        '`fewInTeam`: fewer than five people of the team have reliable results. `fewOthers`: fewer than ten people ' +
        'outside the team have. Then there are no figures, because they would say too much of single people.',
      examples: ['shown'],
    }),
    team: Group.meta({ description: 'The people of the team.' }),
    organization: Group.meta({ description: 'Everyone on the account.' }),
    traits: z
      .array(TraitComparison)
      .meta({ description: 'The five traits. Empty unless `state` is `shown`.' }),
  })
  .meta({
    id: 'TeamAndOrganization',
    description: 'A team next to everyone on the account, the team included. It ranks no one.',
  })

export type TeamAndOrganization = z.output<typeof TeamAndOrganization>

/** Fewer people say little, and single ones could be guessed from the figures. */
const leastInTeam = 5
const leastOthers = 10

type Groups = { team: GroupFigures; organization: GroupFigures }

export function compareWithOrganization(
  { team, organization }: Groups,
  names: Pick<Scales, 'traits'>,
  texts: TeamTexts,
): Omit<TeamAndOrganization, 'locale'> {
  const groupOf = ({ n, leftOut, isSample }: GroupFigures) => ({ count: n, leftOut, isSample })
  // The people of a sample are hardly those of the team.
  const others = organization.isSample ? organization.n : organization.n - team.n
  const few = team.n < leastInTeam ? 'fewInTeam' : others < leastOthers ? 'fewOthers' : undefined
  return {
    state: few ?? 'shown',
    team: groupOf(team),
    organization: groupOf(organization),
    traits: few
      ? []
      : Object.entries(names.traits).flatMap(([trait, { name: label }]) => {
          const [own, all] = [team, organization].map(({ traits }) =>
            traits.find((one) => one.trait === trait),
          )
          return own && all ? [{ trait, label, ...compared(own, all, organization.isSample, texts) }] : []
        }),
  }
}

/**
 * If the team were drawn at random, its mean would have a standard error of the organization's SD over √n; a sampled
 * mean of the organization has one of its own. Errors of measurement are part of that SD. Both ends at .05/5, because
 * five traits are looked at.
 */
function compared(
  own: TraitMoments,
  all: TraitMoments,
  isSample: boolean,
  { organization: words }: TeamTexts,
) {
  const error = (all.sd ?? 0) * Math.sqrt(1 / own.n + (isSample ? 1 / all.n : 0))
  const [difference, margin] = [oneDecimal(own.mean - all.mean), oneDecimal(quantile * error)]
  const verdict = Math.abs(difference) <= margin ? 'tooClose' : difference > 0 ? 'higher' : 'lower'
  return {
    team: shown(own),
    organization: shown(all),
    difference,
    margin,
    verdict: verdict as 'tooClose' | 'higher' | 'lower',
    words: words[verdict],
  }
}

/** Of a standard normal distribution, for two ends at .05/5. */
const quantile = 2.576

function shown({ n, mean, low, middle, high }: TraitMoments): z.output<typeof TraitOfGroup> {
  const percent = (part: number) => Math.round((100 * part) / n)
  const score = oneDecimal(100 * normalCdf((mean - 50) / 10))
  return {
    score: Math.min(99, Math.max(1, score)),
    t: oneDecimal(mean),
    low: percent(low),
    middle: percent(middle),
    high: percent(high),
  }
}

function oneDecimal(value: number): number {
  return Math.round(value * 10) / 10
}
