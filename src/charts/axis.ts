import { clamp } from './markup.ts'

/** The axis of every Focus chart, in T points: its cuts 35, 45, 55 and 65 are at 20, 40, 60 and 80%. */
export const axis = { low: 25, middle: 50, high: 75 } as const

/** The position of a T score in percent of the axis, clipped to it. */
export function axisPosition(t: number): number {
  return ((clamp(axis.low, axis.high, t) - axis.low) / (axis.high - axis.low)) * 100
}

/** The band of one standard error around a score, in percent of the axis, clipped to it. */
export function band(t: number, sem: number): { from: number; to: number } {
  return { from: axisPosition(t - sem), to: axisPosition(t + sem) }
}
