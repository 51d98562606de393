import { UsageError } from './failure.ts'

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

/** Seconds of a duration such as `30s`, `10m`, `2h` or `3d`. Fails as `UsageError`. */
export function durationSeconds(option: string, text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? []
  if (!unit) throw new UsageError(`${option} must be a duration such as 30s, 10m, 2h or 3d.`)
  return Number(count) * units[unit as keyof typeof units]
}
