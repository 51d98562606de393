import type { SavedTeam } from '../client/types.ts'
import type { TeamFilter } from './queries.ts'

export type TeamLooks = Pick<SavedTeam, 'name' | 'note' | 'color'>

/**
 * The body of a new team of these people. Tags and saved teams are left out where there are none: the previous version, which
 * may answer during an upgrade, knows neither.
 */
export function newTeam(looks: TeamLooks, { profileIds = [], tagIds = [], savedTeamIds = [] }: TeamFilter) {
  return {
    ...looks,
    profileIds: [...profileIds],
    ...(tagIds.length > 0 && { tagIds: [...tagIds] }),
    ...(savedTeamIds.length > 0 && { savedTeamIds: [...savedTeamIds] }),
  }
}
