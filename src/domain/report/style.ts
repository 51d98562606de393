import { clearOfMidline } from '../../charts/midline.ts'
import type { ReportTexts } from '../../content/report.ts'
import type { DiscResult } from '../../scoring/results.ts'

export type StyleKey = keyof ReportTexts['headline']['styles']

/** The style to describe, or `even` if no letter stands out from the others. */
export function styleKey({ style, d, i, s, c }: DiscResult): StyleKey {
  return Math.max(d, i, s, c) - 50 < clearOfMidline ? 'even' : (style as StyleKey)
}

/** The one or two lowest letters that are clearly below the midline, in the order D, I, S, C. */
export function lowLetters({ d, i, s, c }: DiscResult): string {
  const low = Object.entries({ D: d, I: i, S: s, C: c })
    .filter(([, value]) => 50 - value >= clearOfMidline)
    .sort(([, one], [, other]) => one - other)
    .slice(0, 2)
    .map(([letter]) => letter)
  return [...'DISC'].filter((letter) => low.includes(letter)).join('')
}
