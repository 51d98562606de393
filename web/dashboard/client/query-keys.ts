/**
 * How the answers that are kept are called, where more than one room asks for them or makes them ask anew. What begins
 * with the same words is asked anew together.
 */
export const keys = {
  tags: ['tags'],
  /** All that shows people: lists, teams, how far they have come. */
  people: ['people'],
  peopleLists: ['people', 'list'],
  /** All that is known of single people, each under their id. */
  profiles: ['profile'],
  profile: (profileId: string) => ['profile', profileId],
} as const
