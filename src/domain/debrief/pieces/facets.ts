import { contradictsFacet, contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, sectionOfTrait, toPiece, variant } from './piece.ts'

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
  const about = subject.trait
  const tips: Piece[] = []
  for (const kind of tipKinds) {
    const text = texts[kind]
    if (!text) continue
    const weight = chosenWeight - 2
    tips.push(
      toPiece({
        section: 'together',
        rank: 1,
        group: kind,
        tip: kind,
        text,
        weight,
        evidence,
        isTrueOf,
        about,
      }),
    )
  }
  const section = strengths.includes(finding) ? 'best' : sectionOfTrait[subject.trait]
  // "At your best" is first about what people do much of, then about what they do little of.
  const isLowAtBest = section === 'best' && subject.side === 'low'
  // Mentioned once: a facet that a relation covers, or that seems to contradict the style or another facet, is only
  // filler.
  const isFiller =
    isCovered || contradictsFacet(finding, all) || (contradictsStyle(finding, all) && !isExtreme(finding))
  const sayWeight =
    salience + (isChosen ? chosenBonus : 0) + (section === 'best' && !isLowAtBest ? bestBonus : 0)
  const say = toPiece({
    section: leading === finding ? 'overview' : section,
    rank: isLowAtBest ? 3.5 : 3,
    group: isLowAtBest ? 'less' : 'facet',
    text: variant(finding, texts.say, context),
    sure,
    weight: isFiller ? fillerWeight : sayWeight,
    evidence,
    isTrueOf,
    about,
  })
  const strain = toPiece({
    section: 'pressure',
    rank: 4,
    group: 'strain',
    text: texts.strain,
    // Stability already has its sentences in "under pressure"; the other traits have their downside there.
    weight: about === 'stability' ? fillerWeight : chosenWeight - 1,
    evidence,
    isTrueOf,
    about,
  })
  const ask = toPiece({
    section: 'questions',
    rank: 1,
    group: 'ask',
    text: texts.ask,
    weight: chosenWeight - 3,
    evidence,
    isTrueOf,
    about,
  })
  return [say, strain, ...tips, ask]
}

const tipKinds = ['do', 'avoid'] as const

const fillerWeight = 2

/** At equal distance, strengths belong to "at your best" more than low sides. */
const bestBonus = 8

function isExtreme({ salience }: Finding): boolean {
  return salience >= 15
}
