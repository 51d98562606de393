import type { DebriefTexts } from '../../../content/debrief.ts'
import { fillSlots } from '../../../content/fill-slots.ts'
import { noticedSigns } from '../../../content/quality.ts'
import { reportTexts } from '../../../content/report.ts'
import { joinSentences, languageTags } from '../../../contract/locale.ts'
import type { Trait } from '../../../scoring/results.ts'
import { type Facts, traitId } from '../facts.ts'
import type { Finding } from '../findings/finding.ts'
import { type Piece, type PieceContext, variant } from './piece.ts'

/** What a reader must know first: doubtful answers, missing parts, and that little stands out where that is so. */
export function openingPieces(facts: Facts, findings: readonly Finding[], voice: PieceContext): Piece[] {
  const flat = findings.find(({ subject }) => subject.kind === 'flat')
  return [...caution(facts, voice), ...partial(facts, voice), ...(flat ? [little(flat, voice)] : [])]
}

const first = { section: 'overview', group: 'frame', weight: 100, must: true } as const

function little(flat: Finding, voice: PieceContext): Piece {
  const { evidence, holds } = flat
  return { ...first, rank: 1.5, text: variant(flat, voice.texts.flat, voice), evidence, holds }
}

function caution(facts: Facts, { texts }: PieceContext): Piece[] {
  const text = cautionText(facts, texts)
  if (text === undefined) return []
  const holds = (other: Facts) => other.quality === facts.quality
  return [{ ...first, rank: 0, text, evidence: ['quality.outcome'], holds }]
}

/** How to take the text, and what was noticed about the answers; nothing where they are in order. */
export function cautionText({ quality, doubts = [] }: Facts, texts: DebriefTexts): string | undefined {
  if (quality === 'ok') return undefined
  const signs = noticedSigns(doubts, reportTexts(texts.locale)).map(({ what }) => what)
  return joinSentences([texts.quality[quality], ...signs], texts.locale)
}

/** Which parts the text rests on, where the account asked for fewer than three. */
function partial(facts: Facts, { texts, locale }: PieceContext): Piece[] {
  const { disc, focus, core } = facts
  const names = [disc && 'DISC', focus && 'Focus', core && 'Core'].filter((name) => name !== undefined)
  if (names.length === 3 || names.length === 0) return []
  const list = new Intl.ListFormat(languageTags[locale], { type: 'conjunction' }).format(names)
  const holds = (other: Facts) => !other.disc === !disc && !other.focus === !focus && !other.core === !core
  return [
    {
      ...first,
      rank: 0.5,
      text: fillSlots(texts.limits.partial, { names: list }),
      evidence: evidenceOf(facts),
      holds,
    },
  ]
}

/** The foremost fact of every part that there is: what a sentence on the whole text rests on. */
export function evidenceOf({ disc, focus, core }: Facts): string[] {
  return [
    ...(disc ? ['disc.style'] : []),
    ...Object.keys(focus ?? {})
      .sort()
      .map((trait) => traitId(trait as Trait)),
    ...(core ? ['core.first'] : []),
  ]
}
