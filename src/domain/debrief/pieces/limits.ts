import { fillSlots } from '../../../content/fill-slots.ts'
import { itemsIn } from '../../../content/texts.ts'
import type { Trait } from '../../../scoring/results.ts'
import { type Facts, traitId } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { evidenceOf } from './opening.ts'
import { type Piece, type PieceContext, toPiece } from './piece.ts'

/**
 * The limits of a debrief. Mentions an uncertain style or an uncertain order of two values. General explanations of
 * the figures are true of everyone and only filler, because the first sentence already says who is compared with
 * whom.
 */
export function limitPieces(facts: Facts, findings: readonly Finding[], context: PieceContext): Piece[] {
  const { limits } = context.texts
  const findByKind = (kind: string) => findings.find(({ subject }) => subject.kind === kind)
  const [close, unsure] = [findByKind('closeValues'), findByKind('unsureStyle')]
  const basis = evidenceOf(facts)
  return [
    toPiece({ ...always, rank: 0, text: limits.general, evidence: basis }),
    ...(facts.isShort
      ? [toPiece({ ...always, ...ofShortForm, rank: 1, text: limits.short, evidence: focusEvidence(facts) })]
      : []),
    ...(unsure ? [toPiece({ ...always, ...factsOf(unsure), rank: 2, text: limits.unsureStyle })] : []),
    ...(close ? [toPiece({ ...always, ...factsOf(close), rank: 4, text: closeText(close, context) })] : []),
    ...(facts.disc
      ? [toPiece({ ...frameFor('disc'), rank: 1, text: limits.style, evidence: ['disc.style'] })]
      : []),
    ...(facts.core
      ? [toPiece({ ...frameFor('core'), rank: 3, text: limits.values, evidence: ['core.first'] })]
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

function frameFor(family: 'disc' | 'core') {
  const isTrueOf = (other: Facts) => other[family] !== undefined
  return { section: 'limits', group: 'frame', weight: 0, isTrueOf } as const
}

function factsOf({ evidence, isTrueOf }: Finding) {
  return { evidence, isTrueOf }
}

function closeText({ subject }: Finding, { texts, locale }: PieceContext): string {
  if (subject.kind !== 'closeValues') return ''
  const { values } = itemsIn(locale).core
  const label = (key: string) => values[key]?.label ?? key
  return fillSlots(texts.limits.closeValues, { first: label(subject.higher), second: label(subject.lower) })
}
