import type { DiscResult } from './results.ts'

/** How often the first letter would come first again, 0..1: the shares of all styles that begin with it. */
export function firstLetterShare({ style, styles }: Pick<DiscResult, 'style' | 'styles'>): number {
  const same = Object.entries(styles).filter(([code]) => code.startsWith(style.charAt(0)))
  return Math.min(
    1,
    same.reduce((sum, [, share]) => sum + share, 0),
  )
}
