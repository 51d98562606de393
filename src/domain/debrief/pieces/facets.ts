import type { Trait } from '../../../scoring/results.ts'
import { isUnfit } from '../findings/advice.ts'
import { clash, isShortcoming, isStrainOfPressure, mentionThreshold, sidesOf } from '../findings/claims.ts'
import { contradictsFacet, contradictsSaid, contradictsStyle } from '../findings/contradictions.ts'
import { fitsIn } from '../findings/denied-style.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { isSameFacet } from '../findings/kinds.ts'
import { pointOf } from '../findings/points.ts'
import { sectionOfFacet } from '../findings/sections.ts'
import { denialsOfSentence } from '../findings/sentence-denials.ts'
import { situationOfStrain } from '../findings/situations.ts'
import { chosenBonus, type Piece, type PieceContext, statement, toPiece, weightOf } from './piece.ts'

type FacetSubject = Extract<FindingSubject, { kind: 'facet' }>

/**
 * The sentences on a facet: one in the section of its trait or among the headlines, its downside under pressure, a tip,
 * a question, and for some facets a sentence on colleagues of the other side and the experiment.
 */
export function facetPieces(
  finding: Finding,
  subject: FacetSubject,
  context: PieceContext,
  all: readonly Finding[],
): Piece[] {
  const texts = context.texts.facets[subject.facet]?.[subject.side]
  if (!texts) throw new Error(`no texts for the facet ${subject.facet}, ${subject.side}`)
  const { evidence, isTrueOf, salience } = finding
  const { chosen, joined, headlines, strengths, different } = context.plan
  const isCovered = joined.some(({ facets }) => facets.includes(subject.facet))
  const isChosen = chosen.includes(finding)
  const chosenWeight = salience + (isChosen || isCovered ? chosenBonus : 0)
  // What the text builds on has to be said.
  const isGround = isChosen || different.includes(finding)
  const common = { evidence, isTrueOf, about: subject.trait }
  const place = `facets.${subject.facet}.${subject.side}`
  const isHeadline = headlines.includes(finding)
  const section = strengths.includes(finding) ? 'best' : sectionOfFacet(subject.facet, subject.trait)
  // The section on work is first about what people do much of, then about what they do little of.
  const isLowAtBest = section === 'best' && subject.side === 'low'
  const isLowUnderPressure = section === 'pressure' && subject.side === 'low'
  // Mentioned once: a facet that a relation covers, or that seems to contradict the style, is only filler.
  const isFiller =
    isCovered ||
    (contradictsStyle(finding, all) && !isExtreme(finding)) ||
    contradictsSaid(finding, joined, all)
  const sayWeight =
    salience + (isGround ? chosenBonus : 0) + (section === 'best' && !isLowAtBest ? bestBonus : 0)
  const say = toPiece({
    ...common,
    section: isHeadline ? 'overview' : section,
    // Under pressure the strengths come last.
    rank: isHeadline ? headlines.indexOf(finding) : isLowAtBest ? 3.5 : isLowUnderPressure ? 2 : 3,
    group: isHeadline ? 'headline' : isLowAtBest ? 'less' : 'facet',
    ...statement(finding, context.highTraits.has(sceneTrait[subject.trait]) ? texts.say : texts.sayToo),
    point: pointOf(`${place}.say`),
    isHard: isShortcoming(finding),
    weight: isFiller ? fillerWeight : weightOf(finding, sayWeight, context.plan),
    must: isHeadline,
  })
  const strain = toPiece({
    ...common,
    section: 'pressure',
    rank: 2.5,
    group: 'strain',
    text: texts.strain,
    says: sidesOf(finding),
    denies: denialsOfSentence(`${place}.strain`),
    point: pointOf(`${place}.strain`),
    situation: situationOfStrain(subject.facet, subject.side),
    isHard: true,
    // Stability already has its sentences in "under pressure"; the other traits have their downside there.
    // What a pair says of it is enough.
    weight: isCovered ? 0 : subject.trait === 'stability' ? fillerWeight : chosenWeight - 1,
  })
  const isFit = (text: string) => !isUnfit(`${place}.${text}`, all)
  const tips = tipKinds.filter(isFit).flatMap((tip) => {
    if (!texts[tip]) return []
    const isUsual = context.highTraits.has(tipTrait(subject.trait))
    const text = isUsual ? texts[tip] : (texts.tipToo ?? texts[tip])
    const point = pointOf(`${place}.${tip}`)
    const weight = chosenWeight - 2
    return [toPiece({ ...common, section: 'together', rank: 1, group: tip, tip, text, point, weight })]
  })
  // A section on pressure that has only shortcomings ends with what the person could ask of others.
  const { request } = texts
  const help = request
    ? [
        toPiece({
          ...common,
          section: 'pressure',
          rank: 5,
          group: 'help',
          text: request,
          weight: chosenWeight,
        }),
      ]
    : []
  const ask = toPiece({
    ...common,
    section: 'questions',
    rank: 1,
    group: 'ask',
    text: texts.ask,
    weight: chosenWeight - 3,
  })
  // Of those that follow from what the text says, one experiment and two sentences on colleagues are selected.
  const fits = salience >= mentionThreshold && fitsIn(finding, all)
  // What the text begins with stands, whatever else might be said of the person.
  const isOpening = headlines.some((headline) => isSameFacet(headline, finding))
  const isTried = isOpening ? salience >= mentionThreshold : fits && !isAnyDenied(finding, joined, all)
  const colleague = toPiece({
    ...common,
    section: 'colleagues',
    rank: 1,
    group: 'colleague',
    text: texts.colleague,
    weight: salience,
  })
  const experiment = toPiece({
    ...common,
    section: 'experiment',
    rank: 0,
    group: 'experiment',
    text: texts.experiment,
    // In a pair of a high and a low side, what could be tried is mostly about the low one.
    weight: salience + (subject.side === 'low' ? lowBonus : 0),
  })
  return [
    ...(contradictsFacet(finding, all) ? [] : [say]),
    ...(isStrainOfPressure(subject.facet, subject.side) && isFit('strain') ? [strain] : []),
    ...tips,
    ...help,
    ask,
    ...(fits && isFit('colleague') ? [colleague] : []),
    ...(isTried && isFit('experiment') ? [experiment] : []),
  ]
}

/** Whether something else that the text may say denies it, and no pair names both. */
function isAnyDenied(finding: Finding, joined: readonly Finding[], all: readonly Finding[]): boolean {
  return all.some(
    (other) =>
      other.subject.kind === 'facet' &&
      other.salience >= mentionThreshold &&
      clash(other, finding) &&
      !joined.some((pair) => isSameFacet(pair, finding) && isSameFacet(pair, other)),
  )
}

/**
 * Which scene shows a facet: its sentence is among people or alone with the work for the first and the fourth trait, for
 * others or for oneself for the second, and planned or as it comes for the rest.
 */
const sceneTrait: Readonly<Record<Trait, Trait>> = {
  flexibility: 'communication',
  organization: 'understanding',
  communication: 'organization',
  understanding: 'communication',
  stability: 'organization',
}

/** Another trait than the one that chose the scene, so that people who share the one do not share the other. */
function tipTrait(trait: Trait): Trait {
  return trait === 'flexibility' ? 'stability' : 'flexibility'
}

const tipKinds = ['do', 'avoid'] as const

const fillerWeight = 2

const lowBonus = 10

/** At equal distance, strengths belong to "at your best" more than low sides. */
const bestBonus = 8

function isExtreme({ salience }: Finding): boolean {
  return salience >= 15
}
