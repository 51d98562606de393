/** Query keys that several features read or invalidate. Keys with the same beginning are invalidated together. */
export const keys = {
  tags: ['tags'],
  savedTeams: ['savedTeams'],
  shareLinks: ['shareLinks'],
  campaigns: ['campaigns'],
  /** Everything that shows people: lists, teams, progress. */
  people: ['people'],
  peopleLists: ['people', 'list'],
  /** Everything about single people, each under their id. */
  profiles: ['profile'],
  profile: (profileId: string) => ['profile', profileId],
} as const
