import { fillSlots } from '../../content/fill-slots.ts'
import type { ReportTexts } from '../../content/report.ts'
import type { CoreResult } from '../../scoring/results.ts'

type Words = { first: string; inside: string; means: string }

/**
 * The leading values and what they mean. Values whose places can't be told apart share one; in results of scoring 1.0.0
 * these are values that one standard error can't separate.
 */
export function coreSentence(core: CoreResult, texts: ReportTexts): string {
  const words = texts.values as Record<string, Words>
  const [first, second, third] = [words[core.first], words[core.second], words[core.third]]
  const slots = {
    First: first?.first ?? '',
    firstMeans: first?.means ?? '',
    second: second?.inside ?? '',
    secondMeans: second?.means ?? '',
    third: third?.inside ?? '',
    thirdMeans: third?.means ?? '',
  }
  const [, lowest] = core.ranked[0]?.rank90 ?? []
  if (lowest !== undefined) {
    const form = lowest === 1 ? 'apart' : lowest === 2 ? 'close' : 'among'
    return fillSlots(texts.core[form], slots)
  }
  const topIsClose = isClose(core, core.first, core.second)
  if (topIsClose && isClose(core, core.second, core.third)) return fillSlots(texts.core.crowd, slots)
  return fillSlots(topIsClose ? texts.core.close : texts.core.apart, slots)
}

function isClose({ close }: CoreResult, one: string, other: string): boolean {
  return close.some((pair) => pair.includes(one) && pair.includes(other))
}
