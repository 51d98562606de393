import type { Trait } from '../../../scoring/results.ts'
import { deniedBy, isPraise, isShortcoming } from '../findings/claims.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, statement, toPiece } from './piece.ts'

/** Sentences about two facts together: the leading one among the headlines, the others at the start of their section. */
export function relationPieces(
  finding: Finding,
  subject: Extract<FindingSubject, { relation: string }>,
  context: PieceContext,
): Piece[] {
  const texts = context.texts.relations[subject.relation]
  if (!texts) throw new Error(`no texts for the relation ${subject.relation}`)
  const { chosen, joined, headlines } = context.plan
  if (!joined.includes(finding)) return []
  const { evidence, isTrueOf, salience } = finding
  const isHeadline = headlines.includes(finding)
  const isOnValues = subject.section === 'drives'
  const say = toPiece({
    section: isHeadline ? 'overview' : subject.section,
    rank: isHeadline ? headlines.indexOf(finding) : isOnValues ? -1 : 0.5,
    group: isHeadline ? 'headline' : 'relation',
    ...statement(finding, texts.say),
    denies: deniedBy(finding),
    isHard: isShortcoming(finding),
    isPraise: isPraise(finding),
    evidence,
    about: finding.traits[0] as Trait,
    isTrueOf,
    weight: salience + chosenBonus,
    must: isHeadline || isOnValues,
  })
  if (!texts.ask) return [say]
  const weight = salience + (chosen.includes(finding) ? chosenBonus : 0)
  return [
    say,
    toPiece({ section: 'questions', rank: 0, group: 'ask', text: texts.ask, evidence, isTrueOf, weight }),
  ]
}
