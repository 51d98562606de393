import type { DebriefSection } from '../../../content/debrief.ts'
import type { Trait } from '../../../scoring/results.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, sectionOfTrait, toPiece, wording } from './piece.ts'

/** Sentences about two facts together: the leading one among the headlines, the others with their traits. */
export function relationPieces(
  finding: Finding,
  subject: Extract<FindingSubject, { relation: string }>,
  context: PieceContext,
): Piece[] {
  const texts = context.texts.relations[subject.relation]
  if (!texts) throw new Error(`no texts for the relation ${subject.relation}`)
  const { chosen, joined, headlines } = context.plan
  if (!joined.includes(finding)) return []
  const { evidence, isTrueOf, salience, sure } = finding
  const weight = salience + (chosen.includes(finding) ? chosenBonus : 0)
  const isHeadline = headlines.includes(finding)
  return [
    toPiece({
      section: isHeadline ? 'overview' : sectionOf(finding),
      rank: isHeadline ? headlines.indexOf(finding) : 5,
      group: isHeadline ? 'headline' : 'relation',
      text: wording(finding, texts.say),
      sure,
      evidence,
      about: finding.traits[0] as Trait,
      isTrueOf,
      weight,
      must: isHeadline,
    }),
    toPiece({ section: 'questions', rank: 0, group: 'ask', text: texts.ask, evidence, isTrueOf, weight }),
  ]
}

/** A contradiction concerns people; a tension shows under pressure, unless it concerns people too. */
function sectionOf({ subject, traits }: Finding): DebriefSection {
  if (subject.kind === 'contradiction') return 'impression'
  const sections = traits.map((trait) => sectionOfTrait[trait])
  if (subject.kind === 'reinforcement') return sections[0] ?? 'best'
  return sections.every((section) => section === 'impression') ? 'impression' : 'pressure'
}
