import type { Profile } from '../profile/model.ts'

export type OrderLabel = { name: string; value: string }

const traits = [
  ['Flexibility', 'flexibility'],
  ['Organization', 'organization'],
  ['Communication', 'communication'],
  ['Understanding', 'understanding'],
  ['Stability', 'stability'],
] as const

const levels = {
  veryLow: 'very low',
  low: 'low',
  baseline: 'middle',
  high: 'high',
  veryHigh: 'very high',
} as const

/**
 * The style and the levels of five traits, as words. Only for connections whose owners have chosen it. Never a number, a
 * rank or a sum: a behavioral profile has none.
 */
export function labelsOf({ disc, focus }: Pick<Profile, 'disc' | 'focus'>): OrderLabel[] {
  return [
    ...(disc ? [{ name: 'Style', value: disc.style }] : []),
    ...(focus ? traits.map(([name, trait]) => ({ name, value: levels[focus[trait].level] })) : []),
  ]
}
