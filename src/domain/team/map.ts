import type { TeamMember } from './team-member.ts'

/**
 * A person's position between the four letters, in points: `across` is people vs. task, `up` fast vs. calm. The same
 * position as on the dial. A letter has a standard error of about 7 points, and so has a position.
 */
export type MapPoint = { across: number; up: number }

export function mapPointOf({ d, i, s, c }: NonNullable<TeamMember['disc']>): MapPoint {
  return { across: (i + s - (d + c)) / 2, up: (d + i - (s + c)) / 2 }
}

export function distanceBetween(one: MapPoint, other: MapPoint): number {
  return Math.hypot(one.across - other.across, one.up - other.up)
}
