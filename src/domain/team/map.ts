import type { TeamMember } from './team-member.ts'

/**
 * Where a person stands between the four letters, in points: `across` is people against task, `up` fast against calm.
 * The same place as on the dial. A letter has a standard error of about 7 points, and so has a place.
 */
export type MapPoint = { across: number; up: number }

export function mapPointOf({ d, i, s, c }: NonNullable<TeamMember['disc']>): MapPoint {
  return { across: (i + s - (d + c)) / 2, up: (d + i - (s + c)) / 2 }
}

export function distanceBetween(one: MapPoint, other: MapPoint): number {
  return Math.hypot(one.across - other.across, one.up - other.up)
}

/** The name, or what stands for it beside a dot. */
export function teamMemberName({ name, initials }: TeamMember): string {
  return name ?? initials
}
