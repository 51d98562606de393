import type { Member } from './person-model.ts'

/**
 * Where a person stands between the four letters, in points: `across` is people against task, `up` fast against calm.
 * The same place as on the dial. A letter has a standard error of about 7 points, and so has a place.
 */
export type Place = { across: number; up: number }

export function placeOf({ d, i, s, c }: NonNullable<Member['disc']>): Place {
  return { across: (i + s - (d + c)) / 2, up: (d + i - (s + c)) / 2 }
}

export function distanceBetween(one: Place, other: Place): number {
  return Math.hypot(one.across - other.across, one.up - other.up)
}

/** The name, or what stands for it beside a dot. */
export function shownName({ name, initials }: Member): string {
  return name ?? initials
}
