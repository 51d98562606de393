import { contradictsFacet, contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, sectionOfTrait, variant } from './piece.ts'

type FacetSubject = Extract<FindingSubject, { kind: 'facet' }>

/** The sentences on a facet: one in the section of its trait, its downside under pressure, tips and a question. */
export function facetPieces(
  finding: Finding,
  subject: FacetSubject,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const texts = context.texts.facets[subject.facet]?.[subject.side]
  if (!texts) throw new Error(`no texts for the facet ${subject.facet}, ${subject.side}`)
  const { evidence, isTrueOf, salience, sure } = finding
  const { chosen, joined, leading, strengths } = context.plan
  const isCovered = joined.some(({ facets }) => facets.includes(subject.facet))
  const isChosen = chosen.includes(finding)
  const chosenWeight = salience + (isChosen || isCovered ? chosenBonus : 0)
  const common = { evidence, isTrueOf, about: subject.trait }
  const isStability = subject.trait === 'stability'
  const tip: Piece[] = (['do', 'avoid'] as const).flatMap((kind) => {
    const text = texts[kind]
    return text
      ? [{ ...common, section: 'together', rank: 1, group: kind, tip: kind, text, weight: chosenWeight - 2 }]
      : []
  })
  const section = strengths.includes(finding) ? 'best' : sectionOfTrait[subject.trait]
  // "At your best" is first about what people do much of, then about what they do little of.
  const isLowAtBest = section === 'best' && subject.side === 'low'
  const say: Piece = {
    ...common,
    section: leading === finding ? 'overview' : section,
    rank: isLowAtBest ? 3.5 : 3,
    group: isLowAtBest ? 'less' : 'facet',
    text: variant(finding, texts.say, context),
    sure,
    weight: salience + (isChosen ? chosenBonus : 0) + (section === 'best' && !isLowAtBest ? bestBonus : 0),
  }
  return [
    // Mentioned once: a facet that a relation covers, or that seems to contradict the style or another facet, is only
    // filler.
    isCovered || contradictsFacet(finding, all) || (contradictsStyle(finding, all) && !isExtreme(finding))
      ? { ...say, weight: fillerWeight }
      : say,
    // Stability already has its sentences in "under pressure"; the other traits have their downside there.
    {
      ...common,
      section: 'pressure',
      rank: 4,
      group: 'strain',
      text: texts.strain,
      weight: isStability ? fillerWeight : chosenWeight - 1,
    },
    ...tip,
    { ...common, section: 'questions', rank: 1, group: 'ask', text: texts.ask, weight: chosenWeight - 3 },
  ]
}

const fillerWeight = 2

/** At equal distance, strengths belong to "at your best" more than low sides. */
const bestBonus = 8

function isExtreme({ salience }: Finding): boolean {
  return salience >= 15
}
