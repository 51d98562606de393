import type { DebriefSection } from '../../../content/debrief.ts'
import type { Trait } from '../../../scoring/results.ts'
import type { Finding, Subject } from '../findings/finding.ts'
import { chosenBonus, home, leadingOf, type Piece, type Voice, variant } from './piece.ts'

/** Two facts together: the first of those that the debrief is built around opens it, the others stand with their traits. */
export function relationPieces(
  finding: Finding,
  subject: Extract<Subject, { relation: string }>,
  voice: Voice,
  all: readonly Finding[],
): Piece[] {
  const texts = voice.texts.relations[subject.relation]
  if (!texts) throw new Error(`no texts for the relation ${subject.relation}`)
  const { evidence, holds, sure } = finding
  const isLeading = leadingOf(voice, all) === finding
  const isOpen = isLeading || voice.chosen.includes(finding)
  const weight = finding.salience + (isOpen ? chosenBonus : 0)
  return [
    {
      section: isLeading ? 'overview' : sectionOf(finding),
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
  const homes = traits.map((trait) => home[trait])
  if (subject.kind === 'reinforcement') return homes[0] ?? 'best'
  return homes.every((section) => section === 'impression') ? 'impression' : 'pressure'
}
