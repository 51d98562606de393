import type { QualityReason } from '../scoring/quality.ts'
import { fillSlots } from './fill-slots.ts'
import type { ReportTexts } from './report.ts'

/** One sign of careless answers: what was seen, and what it may come of; a sentence each. */
export type NoticedSign = { readonly what: string; readonly means: string }

/** What of a reason the words need. `index` is any text, because a result may be older or newer than the words. */
export type QualityConcern = Pick<QualityReason, 'assessment' | 'limit'> & { readonly index: string }

/** The reasons of an outcome in plain words, in their order; an index without words is left out. */
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
