import type { QualityReason } from '../scoring/quality.ts'
import { fillSlots } from './fill-slots.ts'
import type { ReportTexts } from './report.ts'

/** One sign of careless answers: what was observed, and a possible reason; a sentence each. */
type NoticedSign = { readonly what: string; readonly means: string }

/**
 * The part of a reason that selects its text. `index` is any string, because a result may be older or newer than the
 * texts.
 */
export type QualityConcern = Pick<QualityReason, 'assessment' | 'limit'> & { readonly index: string }

/** The reasons of an outcome in plain words, in order. An index without a text is left out. */
export function noticedSigns(reasons: readonly QualityConcern[], { quality }: ReportTexts): NoticedSign[] {
  const words: Readonly<Record<string, NoticedSign>> = quality.reasons
  return reasons.flatMap(({ assessment, index, limit }) => {
    const sign = words[index]
    if (!sign) return []
    const n = String(index === 'position' ? Math.round(100 * limit) : limit)
    return [{ what: fillSlots(sign.what, { name: names[assessment], n }), means: sign.means }]
  })
}

const names = { disc: 'DISC', focus: 'Focus', core: 'Core' } as const
