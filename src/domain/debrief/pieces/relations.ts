import type { DebriefSection } from '../../../content/debrief.ts'
import type { Trait } from '../../../scoring/results.ts'
import type { Finding, FindingSubject } from '../findings/finding.ts'
import { chosenBonus, type Piece, type PieceContext, sectionOfTrait, variant } from './piece.ts'

/** Two facts together: the foremost of them opens the debrief, the others stand with their traits. */
export function relationPieces(
  finding: Finding,
  subject: Extract<FindingSubject, { relation: string }>,
  voice: PieceContext,
): Piece[] {
  const texts = voice.texts.relations[subject.relation]
  if (!texts) throw new Error(`no texts for the relation ${subject.relation}`)
  const { chosen, joined, leading } = voice.plan
  if (!joined.includes(finding)) return []
  const { evidence, holds, salience, sure } = finding
  const weight = salience + (chosen.includes(finding) ? chosenBonus : 0)
  return [
    {
      section: leading === finding ? 'overview' : sectionOf(finding),
      rank: 5,
      group: 'relation',
      text: variant(finding, texts.say, voice),
      sure,
      evidence,
      about: finding.traits[0] as Trait,
      holds,
      weight,
    },
    { section: 'questions', rank: 0, group: 'ask', text: texts.ask, evidence, holds, weight },
  ]
}

/** What seems not to fit is seen from outside; what pulls apart shows under pressure, unless it concerns people. */
function sectionOf({ subject, traits }: Finding): DebriefSection {
  if (subject.kind === 'contradiction') return 'impression'
  const homes = traits.map((trait) => sectionOfTrait[trait])
  if (subject.kind === 'reinforcement') return homes[0] ?? 'best'
  return homes.every((section) => section === 'impression') ? 'impression' : 'pressure'
}
