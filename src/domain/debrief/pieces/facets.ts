import { contradictsFacet, contradictsStyle } from '../findings/contradictions.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, sectionOfTrait, variant } from './piece.ts'

type FacetSubject = Extract<FindingSubject, { kind: 'facet' }>

/** A facet said in the section of its trait, what it turns into under pressure, a tip and a question. */
export function facetPieces(
  finding: Finding,
  subject: FacetSubject,
  voice: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const texts = voice.texts.facets[subject.facet]?.[subject.side]
  if (!texts) throw new Error(`no texts for the facet ${subject.facet}, ${subject.side}`)
  const { evidence, holds, salience, sure } = finding
  const { chosen, joined, leading, strengths } = voice.plan
  const isTold = joined.some(({ facets }) => facets.includes(subject.facet))
  const isOpen = chosen.includes(finding)
  const near = salience + (isOpen || isTold ? chosenBonus : 0)
  const common = { evidence, holds, about: subject.trait }
  const isStability = subject.trait === 'stability'
  const tip: Piece[] = (['do', 'avoid'] as const).flatMap((kind) => {
    const text = texts[kind]
    return text
      ? [{ ...common, section: 'together', rank: 1, group: kind, tip: kind, text, weight: near - 2 }]
      : []
  })
  const section = strengths.includes(finding) ? 'best' : sectionOfTrait[subject.trait]
  // At their best people do what they do much of, so that stands before what they do little of.
  const isLess = section === 'best' && subject.side === 'low'
  const say: Piece = {
    ...common,
    section: leading === finding ? 'overview' : section,
    rank: isLess ? 3.5 : 3,
    group: isLess ? 'less' : 'facet',
    text: variant(finding, texts.say, voice),
    sure,
    weight: salience + (isOpen ? chosenBonus : 0) + (section === 'best' && !isLess ? bestBonus : 0),
  }
  return [
    // Said once: a facet that a relation tells, or that seems to deny the style or another facet, only fills up.
    isTold || contradictsFacet(finding, all) || (contradictsStyle(finding, all) && !isFar(finding))
      ? { ...say, weight: fillsUp }
      : say,
    // What is said of stability stands under pressure already; the other traits have their strain there.
    {
      ...common,
      section: 'pressure',
      rank: 4,
      group: 'strain',
      text: texts.strain,
      weight: isStability ? fillsUp : near - 1,
    },
    ...tip,
    { ...common, section: 'questions', rank: 1, group: 'ask', text: texts.ask, weight: near - 3 },
  ]
}

const fillsUp = 2

/** What somebody does much of belongs to their best more than what they do little of, at equal distance. */
const bestBonus = 8

function isFar({ salience }: Finding): boolean {
  return salience >= 15
}
