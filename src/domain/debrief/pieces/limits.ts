import { fillSlots } from '../../../content/fill-slots.ts'
import { itemsIn } from '../../../content/texts.ts'
import type { Facts } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { evidenceOf } from './opening.ts'
import type { Piece, PieceContext } from './piece.ts'

/**
 * What a debrief cannot say. Where a style or the order of two values is unsettled that is said. What their figures
 * mean at all is true of everybody and only fills up: the first sentence says already who is compared with whom.
 */
export function limitPieces(facts: Facts, findings: readonly Finding[], voice: PieceContext): Piece[] {
  const { limits } = voice.texts
  const found = (kind: string) => findings.find(({ subject }) => subject.kind === kind)
  const [close, unsure] = [found('closeValues'), found('unsureStyle')]
  const basis = evidenceOf(facts)
  return [
    { ...always, rank: 0, text: limits.general, evidence: basis },
    ...(unsure ? [{ ...always, ...restOf(unsure), rank: 2, text: limits.unsureStyle }] : []),
    ...(close ? [{ ...always, ...restOf(close), rank: 4, text: closeText(close, voice) }] : []),
    ...(facts.disc ? [{ ...about('disc'), rank: 1, text: limits.style, evidence: ['disc.style'] }] : []),
    ...(facts.core ? [{ ...about('core'), rank: 3, text: limits.values, evidence: ['core.first'] }] : []),
    { ...always, rank: 5, text: limits.use, evidence: basis },
  ]
}

const always = {
  section: 'limits',
  group: 'frame',
  weight: 100,
  must: true,
  holds: () => true,
} as const

function about(family: 'disc' | 'core') {
  const holds = (other: Facts) => other[family] !== undefined
  return { section: 'limits', group: 'frame', weight: 0, holds } as const
}

function restOf({ evidence, holds }: Finding) {
  return { evidence, holds }
}

function closeText({ subject }: Finding, { texts, locale }: PieceContext): string {
  if (subject.kind !== 'closeValues') return ''
  const { values } = itemsIn(locale).core
  const label = (key: string) => values[key]?.label ?? key
  return fillSlots(texts.limits.closeValues, { first: label(subject.higher), second: label(subject.lower) })
}
