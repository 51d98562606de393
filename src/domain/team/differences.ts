import { fillSlots } from '../../content/fill-slots.ts'
import type { Scales } from '../../content/scales.ts'
import type { TeamTexts } from '../../content/team.ts'
import type { TeamDifference } from './model.ts'
import { isBeyondError, type TeamScale, teamScales } from './scales.ts'
import { momentsOf } from './spread.ts'
import type { TeamMember } from './team-member.ts'

/**
 * Where a team differs most: up to five facets and, if fewer than three stand apart, traits of which no facet was
 * mentioned. The largest of thirty differences is looked for, so each must be one that measurement error alone produces
 * in one team of six hundred: then about one in twenty teams of identical people shows any.
 */
export function teamDifferences(
  people: readonly TeamMember[],
  names: Pick<Scales, 'facets' | 'traits'>,
  texts: TeamTexts,
): TeamDifference[] {
  const { facets, traits } = teamScales(people)
  const facetWords = texts.facets as Record<string, Sides>
  const traitWords = texts.traits as Record<string, Sides>
  const chosen = largest(facets.filter(({ key }) => key in facetWords))
  const further =
    chosen.length < few ? largest(traits).filter(({ key }) => !chosen.some(({ trait }) => trait === key)) : []
  return [...chosen, ...further].slice(0, maxDifferences).map((scale) => {
    const sides = facetWords[scale.key] ?? traitWords[scale.key]
    const label = (names.facets[scale.key] ?? names.traits[scale.key as keyof Scales['traits']])?.name
    return {
      scale: scale.key,
      label: label ?? scale.key,
      text: fillSlots(texts.difference, { high: sides?.high ?? '', low: sides?.low ?? '' }),
      ...endsOf(scale),
    }
  })
}

type Sides = { high: string; low: string }

const maxDifferences = 5
const few = 3
const chance = 0.05 / 30

/** Those beyond measurement error, ordered by true difference: observed variance minus error variance. */
function largest(scales: readonly TeamScale[]): TeamScale[] {
  const trueVariance = ({ scores, sem }: TeamScale) => momentsOf(scores.map(({ t }) => t)).variance - sem ** 2
  return scales
    .filter((scale) => isBeyondError(scale, chance))
    .sort((one, other) => trueVariance(other) - trueVariance(one))
}

/** The people of the lowest and of the highest third of the range: any two of them differ by at least a third of it. */
function endsOf({ scores, range }: TeamScale): Pick<TeamDifference, 'low' | 'high'> {
  const [lowest, highest] = [scores[0]?.t ?? 0, scores.at(-1)?.t ?? 0]
  return {
    low: scores.filter(({ t }) => t <= lowest + range / 3).map(({ id }) => id),
    high: scores
      .filter(({ t }) => t >= highest - range / 3)
      .map(({ id }) => id)
      .reverse(),
  }
}
