import type { DebriefTexts } from '../../../content/debrief.ts'
import { fillSlots } from '../../../content/fill-slots.ts'
import type { Trait } from '../../../scoring/results.ts'
import { type Facts, traitId } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { evidenceOf } from './opening.ts'
import { type Piece, type PieceContext, toPiece } from './piece.ts'

/**
 * The limits of a debrief: what it is based on and must not be used for, and an uncertain style. The first and the last
 * sentence are in every debrief, because they are about the text and not about the person.
 */
export function limitPieces(facts: Facts, findings: readonly Finding[], context: PieceContext): Piece[] {
  const { limits } = context.texts
  const unsure = findings.find(({ subject }) => subject.kind === 'unsureStyle')
  const basis = evidenceOf(facts)
  return [
    toPiece({ ...always, rank: 0, text: limits.general, evidence: basis }),
    ...(facts.isShort
      ? [toPiece({ ...always, ...ofShortForm, rank: 1, text: limits.short, evidence: focusEvidence(facts) })]
      : []),
    ...(unsure
      ? [toPiece({ ...always, ...factsOf(unsure), rank: 2, text: unsureText(unsure, context.texts) })]
      : []),
    toPiece({ ...always, rank: 5, text: limits.use, evidence: basis }),
  ]
}

const always = {
  section: 'limits',
  group: 'frame',
  weight: 100,
  must: true,
  isTrueOf: () => true,
} as const

const ofShortForm = { isTrueOf: (other: Facts) => other.isShort === true }

function focusEvidence({ focus }: Facts): string[] {
  return Object.keys(focus ?? {}).map((trait) => traitId(trait as Trait))
}

function factsOf({ evidence, isTrueOf }: Finding) {
  return { evidence, isTrueOf }
}

function unsureText({ subject }: Finding, { limits, letterNames }: DebriefTexts): string {
  if (subject.kind !== 'unsureStyle') return ''
  const [first = '', second = ''] = subject.letters.map((letter) => letterNames[letter])
  switch (subject.place) {
    case 'order':
      return fillSlots(limits.unsureOrder, { first, second })
    case 'first':
      return fillSlots(limits.unsureFirst, { first })
    case 'second':
      return fillSlots(limits.unsureSecond, { second: first })
  }
}
