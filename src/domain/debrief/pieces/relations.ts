import type { Trait } from '../../../scoring/results.ts'
import type { Finding, Subject } from '../findings/finding.ts'
import { chosenBonus, home, type Piece, type Voice, variant } from './piece.ts'

/** Two facts together: the first of those that the debrief is built around opens it, the others stand with their traits. */
export function relationPieces(
  finding: Finding,
  subject: Extract<Subject, { relation: string }>,
  voice: Voice,
): Piece[] {
  const texts = voice.texts.relations[subject.relation]
  if (!texts) throw new Error(`no texts for the relation ${subject.relation}`)
  const { evidence, holds, sure } = finding
  const isChosen = voice.chosen.includes(finding)
  const leading = voice.chosen.find((one) => 'relation' in one.subject)
  const weight = finding.salience + (isChosen ? chosenBonus : 0)
  return [
    {
      section: leading === finding ? 'overview' : home[finding.traits[0] as Trait],
      rank: 5,
      group: 'relation',
      text: variant(finding, texts.say, voice),
      sure,
      evidence,
      holds,
      weight,
    },
    { section: 'questions', rank: 0, group: 'ask', text: texts.ask, evidence, holds, weight },
  ]
}
