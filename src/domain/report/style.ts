import type { ReportTexts } from '../../content/report.ts'
import type { DiscResult } from '../../scoring/results.ts'

export type StyleKey = keyof ReportTexts['headline']['styles']

/** How far a letter must stand from the midline to count, in points: half a standard deviation, as in the style itself. */
const farEnough = 6.25

/** The style to speak of, or `even` where no letter stands out from the others. */
export function styleKey({ style, d, i, s, c }: DiscResult): StyleKey {
  return Math.max(d, i, s, c) - 50 < farEnough ? 'even' : (style as StyleKey)
}

/** How often the first letter would come first again, 0..1: the shares of all styles that begin with it. */
export function firstLetterShare({ style, styles }: DiscResult): number {
  const same = Object.entries(styles).filter(([code]) => code.startsWith(style.charAt(0)))
  return Math.min(
    1,
    same.reduce((sum, [, share]) => sum + share, 0),
  )
}

/** The one or two lowest letters that stand clearly under the midline, in the order D, I, S, C. */
export function lowLetters({ d, i, s, c }: DiscResult): string {
  const low = Object.entries({ D: d, I: i, S: s, C: c })
    .filter(([, value]) => 50 - value >= farEnough)
    .sort(([, one], [, other]) => one - other)
    .slice(0, 2)
    .map(([letter]) => letter)
  return [...'DISC'].filter((letter) => low.includes(letter)).join('')
}
