import type { DebriefTexts } from '../../../content/debrief.ts'
import { fillSlots } from '../../../content/fill-slots.ts'
import { focusForm } from '../../../content/forms.ts'
import { noticedSigns } from '../../../content/quality.ts'
import { reportTexts } from '../../../content/report.ts'
import { joinSentences } from '../../../contract/locale.ts'
import type { Trait } from '../../../scoring/results.ts'
import { type Facts, traitId } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { joinNames } from './join-names.ts'
import { type Piece, type PieceContext, toPiece, wording } from './piece.ts'

/** What readers must know first: doubtful answers, missing assessments, and that little stands out, if there is nothing else. */
export function openingPieces(facts: Facts, findings: readonly Finding[], context: PieceContext): Piece[] {
  const flat = findings.find(({ subject }) => subject.kind === 'flat')
  return [
    ...caution(facts, context),
    ...partialBasis(facts, context),
    ...(flat && context.plan.headlines.includes(flat) ? [flatPiece(flat, context)] : []),
  ]
}

const first = { section: 'overview', group: 'frame', weight: 100, must: true } as const
/** The caution and the basis come before the headlines. */
const before = { caution: -2, basis: -1 } as const

function flatPiece(flat: Finding, context: PieceContext): Piece {
  const { evidence, isTrueOf } = flat
  return toPiece({
    ...first,
    group: 'headline',
    rank: context.plan.headlines.indexOf(flat),
    text: wording(flat, context.texts.flat),
    evidence,
    isTrueOf,
  })
}

function caution(facts: Facts, { texts }: PieceContext): Piece[] {
  const text = cautionText(facts, texts)
  if (text === undefined) return []
  const isTrueOf = (other: Facts) => other.quality === facts.quality
  return [toPiece({ ...first, rank: before.caution, text, evidence: ['quality.outcome'], isTrueOf })]
}

/** How reliable the text is, and what was noticed about the answers; undefined if they are fine. */
export function cautionText({ quality, doubts = [] }: Facts, texts: DebriefTexts): string | undefined {
  if (quality === 'ok') return undefined
  const signs = noticedSigns(doubts, reportTexts(texts.locale)).map(({ what }) => what)
  return joinSentences([texts.quality[quality], ...signs], texts.locale)
}

/** Which assessments the text is based on, if the account uses fewer than three. */
function partialBasis(facts: Facts, { texts, locale }: PieceContext): Piece[] {
  const { disc, focus, core } = facts
  const names = [disc && 'DISC', focus && 'Focus', core && 'Core'].filter((name) => name !== undefined)
  if (names.length === 3 || names.length === 0) return []
  const isTrueOf = (other: Facts) => !other.disc === !disc && !other.focus === !focus && !other.core === !core
  return [
    toPiece({
      ...first,
      rank: before.basis,
      text: fillSlots(texts.limits.partial, { names: joinNames(names, locale) }),
      evidence: evidenceOf(facts),
      isTrueOf,
    }),
  ]
}

/** The main fact of each assessment: the evidence of sentences about the text as a whole. */
export function evidenceOf({ disc, focus, core }: Facts): string[] {
  return [
    ...(disc ? ['disc.style'] : []),
    ...traitsInOrder.flatMap((trait) => (focus?.[trait] ? [traitId(trait)] : [])),
    ...(core ? ['core.first'] : []),
  ]
}

const traitsInOrder: readonly Trait[] = [...new Set(focusForm.facets.map(({ trait }) => trait))].sort()
