import { clash, isLetterWithValueDenied, mayOpen, sidesOf } from './findings/claims.ts'
import { contradictsStyle, isLowestLeftOut } from './findings/contradictions.ts'
import { deniedStyle, fitsIn, isAgainstStyle } from './findings/denied-style.ts'
import type { Finding } from './findings/finding.ts'
import {
  isFacet,
  isHighFacet,
  isOnLeadingLetter,
  isOnLetter,
  isOnValue,
  isRelation,
  isSameFacet,
  isSameValue,
  isValueWithFacet,
  sectionOf,
} from './findings/kinds.ts'
import { sectionOfFacet } from './findings/sections.ts'
import { relationsOf, withoutTooMany } from './pairs.ts'
import { minSalience, selectFindings } from './select.ts'

/** What a debrief focuses on, and which finding mentions which facet, so that nothing is repeated. */
export type DebriefPlan = {
  readonly chosen: readonly Finding[]
  /** Relations, and values with their facets, that are mentioned; those facets need no sentence of their own. */
  readonly joined: readonly Finding[]
  /** Values with their facets that are not joined with them, because enough is joined. */
  readonly apart: readonly Finding[]
  /** The three headlines, in their order; fewer if there is too little to say. */
  readonly headlines: readonly Finding[]
  /** High facets of other traits for the section on work, if flexibility and organization give too few. */
  readonly strengths: readonly Finding[]
  /** The two facets in which the person differs most from others: they are said, and then colleagues of the other side. */
  readonly different: readonly Finding[]
  /** Whether the answers make every statement uncertain. */
  readonly isDoubtful: boolean
}

/** A headline above the others, which then say something else. */
export type Above = {
  /** Whether it names the style. */
  readonly style: boolean
  readonly facets: readonly string[]
  /** Facets that the sentences after it touch on: headlines only if nothing else is left. */
  readonly touched: readonly string[]
  /** Whether the first words about someone may name this side of a facet. */
  readonly mayBeginWith: (facet: { facet: string; side: 'high' | 'low' }) => boolean
}

export function planDebrief(findings: readonly Finding[], above?: Above): DebriefPlan {
  const chosen = selectFindings(findings)
  const valuesWithFacets = chosen.filter(isValueWithFacet)
  const { relations, apart } = withoutTooMany(relationsOf(findings, chosen, valuesWithFacets), findings)
  const isSaidOtherwise = (finding: Finding) =>
    apart.includes(finding) ||
    relations.some((other) => isSameValue(other, finding) || isSameFacet(other, finding))
  const joined = [...valuesWithFacets.filter((finding) => !isSaidOtherwise(finding)), ...relations]
  const headlines = headlinesOf(findings, chosen, joined, above)
  const mentioned = [...headlines, ...joined].flatMap(({ facets }) => facets)
  const uncovered = findings.filter(
    (finding) =>
      isHighFacet(finding) &&
      finding.salience >= minSalience &&
      !mentioned.includes(finding.facets[0] ?? '') &&
      !contradictsStyle(finding, findings),
  )
  const connected = joined.filter((finding) => sectionOf(finding) === 'best' && !headlines.includes(finding))
  const own = findings.filter((finding) => belongsToBest(finding) && finding.salience >= minSalience)
  const ownCount = own.length + 2 * connected.length
  const strengths = uncovered
    .filter((finding) => !belongsToBest(finding))
    .slice(0, Math.max(0, minStrengths - ownCount))
  const different = differentFacets(findings)
  const isDoubtful = findings.some(({ subject }) => subject.kind === 'quality')
  return { chosen, joined, apart, headlines, strengths, different, isDoubtful }
}

/**
 * The first thing to know about what someone does, their style, and their first values. What is missing is filled up
 * with the most salient facets, traits and the lowest letter. What is said above is missing, too. The style is said
 * together with another fact, if one of the sentences that join them is true of the person.
 */
function headlinesOf(
  findings: readonly Finding[],
  chosen: readonly Finding[],
  joined: readonly Finding[],
  above: Above | undefined,
): Finding[] {
  const ofKind = (kind: string) => findings.find(({ subject }) => subject.kind === kind)
  const relations = joined.filter(
    (finding) => isRelation(finding) && !isOnValue(finding) && !isSaid(finding, above),
  )
  const openings = relations.filter(mayOpen).toSorted((one, other) => lowSidesOf(one) - lowSidesOf(other))
  const strengths = [...chosen, ...findings].filter(
    (finding) =>
      isHighFacet(finding) &&
      !isSaid(finding, above) &&
      !isAgainstStyle(finding, findings) &&
      (chosen.includes(finding) ||
        (finding.salience >= minSalience &&
          fitsIn(finding, findings) &&
          !joined.some((one) => isSameFacet(one, finding) || clash(one, finding)))),
  )
  const style = ofKind('style')
  const isStyleLater = deniedStyle(findings) || isEven(style)
  const onStyle = joinedWithStyle(findings, joined, isStyleLater)
  const clear = strengths.filter((finding) => !joined.some((one) => isRelation(one) && clash(one, finding)))
  const lesser = findings.find(
    (finding) =>
      isHighFacet(finding) &&
      finding.sure &&
      !isSaid(finding, above) &&
      !isAgainstStyle(finding, findings) &&
      fitsIn(finding, findings) &&
      !joined.some((one) => isSameFacet(one, finding) || clash(one, finding)),
  )
  // A strength or a sentence that says how two facts go together, if possible a certain one.
  const leading =
    leadingRelation(openings.filter(({ sure }) => sure)) ??
    clear.find(({ sure }) => sure) ??
    leadingRelation(openings) ??
    clear[0] ??
    strengths[0] ??
    lesser ??
    relations.find((finding) => finding !== onStyle) ??
    ofKind('flat')
  const second = onStyle ?? (isStyleLater ? undefined : style)
  // A pair of the style with a strength comes before low sides.
  const isSecondBetter =
    leading && second && isLow(leading) && sidesOf(second).some((side) => !isLowSide(side))
  const inTurn = isSecondBetter ? [second, leading] : [leading, second]
  const usual = [...inTurn, ofKind('topValues')].filter(
    (finding) => finding !== undefined && !isSaid(finding, above),
  ) as Finding[]
  if (usual.length === headlineCount) return usual
  // Relations have their sentences further down, which what is below another headline doesn't have.
  const covered = above ? usual : [...usual, ...joined]
  const others = findings.filter(
    (finding) =>
      ['facet', 'letter', 'trait'].includes(finding.subject.kind) &&
      !(
        finding.subject.kind === 'letter' &&
        isLowestLeftOut(finding, finding.subject.letter, joined, findings)
      ) &&
      finding.salience >= minSalience &&
      !covered.some((one) => isSameFacet(one, finding) || clash(one, finding)) &&
      !isSaid(finding, above) &&
      mayBegin(finding, above) &&
      fitsIn(finding, findings),
  )
  const isTouched = ({ facets }: Finding) => facets.some((facet) => above?.touched.includes(facet))
  const place = (finding: Finding) => (isTouched(finding) ? 2 : isHighFacet(finding) ? 0 : 1)
  const highFirst = others.toSorted((one, other) => place(one) - place(other))
  const filled = [...usual, ...highFirst.slice(0, headlineCount - usual.length)]
  const isStyleLeft = style && !onStyle && !filled.includes(style) && !isSaid(style, above)
  return isStyleLeft && filled.length < headlineCount ? [...filled, style] : filled
}

const headlineCount = 3

/** A pair of the leading letter and a facet, or else of the letter and the first value. */
function joinedWithStyle(
  findings: readonly Finding[],
  joined: readonly Finding[],
  isStyleDenied: boolean,
): Finding | undefined {
  const pair = joined.find((finding) => isRelation(finding) && isOnLeadingLetter(finding))
  if (pair || isStyleDenied) return pair
  return findings.find(
    ({ subject, sure }) =>
      subject.kind === 'letterWithValue' &&
      sure &&
      !isLetterWithValueDenied(findings, subject.letter, subject.value),
  )
}

/** That no letter leads is a headline only if there are too few others. */
function isEven(style: Finding | undefined): boolean {
  return style?.subject.kind === 'style' && style.subject.style === 'even'
}

function lowSidesOf(finding: Finding): number {
  return sidesOf(finding).filter(isLowSide).length
}

function isLow(finding: Finding): boolean {
  return sidesOf(finding).every(isLowSide)
}

function isLowSide(side: string): boolean {
  return side.endsWith('.low')
}

/**
 * The style is a headline of its own, so one about a letter would say the same twice. A section with two relations can
 * do without one of them.
 */
function leadingRelation(relations: readonly Finding[]): Finding | undefined {
  const onScales = relations.filter((finding) => !isOnLetter(finding))
  const isSpare = (finding: Finding) =>
    relations.some((other) => other !== finding && sectionOf(other) === sectionOf(finding))
  return onScales.find(isSpare) ?? onScales[0]
}

/** Whether the headline above says it: the style and its letters, or all facets of the finding. */
function isSaid({ subject, evidence, facets }: Finding, above: Above | undefined): boolean {
  if (!above) return false
  if (['style', 'letter', 'letterWithValue'].includes(subject.kind)) return above.style
  if (subject.kind === 'reinforcement' && above.style && evidence.includes('disc.style')) return true
  return facets.length > 0 && facets.every((facet) => above.facets.includes(facet))
}

/** In a whole debrief, where more follows, a low side can be among the headlines. */
function mayBegin({ subject }: Finding, above: Above | undefined): boolean {
  if (!above) return true
  return subject.kind === 'facet'
    ? above.mayBeginWith(subject)
    : !('side' in subject && subject.side === 'low')
}

/** The two most salient facets of two traits. The findings are sorted, so the first that fits is the most salient. */
function differentFacets(findings: readonly Finding[]): Finding[] {
  const first = findings.find((finding) => isFacet(finding) && fitsIn(finding, findings))
  if (!first) return []
  const [trait] = first.traits
  const second = findings.find(
    (finding) => isFacet(finding) && finding.traits[0] !== trait && fitsIn(finding, findings),
  )
  return second ? [first, second] : [first]
}

/** Minimum number of high facets for the section on work, if available. */
const minStrengths = 2

function belongsToBest({ subject }: Finding): boolean {
  return subject.kind === 'facet' && sectionOfFacet(subject.facet, subject.trait) === 'best'
}
