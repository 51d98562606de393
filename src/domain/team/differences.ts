import { fillSlots } from '../../content/fill-slots.ts'
import type { Scales } from '../../content/scales.ts'
import type { TeamTexts } from '../../content/team.ts'
import type { TeamDifference } from './model.ts'
import { endsOf, isBeyondError, type TeamScale, teamScales } from './scales.ts'
import type { SentenceNames } from './sentence-names.ts'
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
  called: SentenceNames,
): TeamDifference[] {
  const { facets, traits } = teamScales(people)
  const chosen = largest(facets.filter(({ key }) => key in texts.facets))
  const further =
    chosen.length < few ? largest(traits).filter(({ key }) => !chosen.some(({ trait }) => trait === key)) : []
  return [...chosen, ...further].slice(0, maxDifferences).map((scale) => {
    const ends = endsOf(scale)
    const [higher, lower] = [called.listed(ends.high), called.listed(ends.low)]
    const slots = { ...poleWords(scale.key, texts), higher: higher.text, lower: lower.text }
    const label = (names.facets[scale.key] ?? names.traits[scale.key as keyof Scales['traits']])?.name
    return {
      scale: scale.key,
      label: label ?? scale.key,
      text: fillSlots(texts.difference[higher.form], slots),
      ...ends,
    }
  })
}

/** What people at the two ends of a facet or trait tend to do. */
function poleWords(scale: string, { facets, traits }: TeamTexts): Poles {
  const words = { ...traits, ...facets } as Record<string, Poles>
  return words[scale] ?? { high: '', low: '' }
}

/** The same difference without names, for what lies on the table. */
export function unnamedDifference(scale: string, texts: TeamTexts): string {
  return fillSlots(texts.difference.unnamed, poleWords(scale, texts))
}

type Poles = { high: string; low: string }

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
