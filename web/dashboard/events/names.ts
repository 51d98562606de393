import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { personName } from '../words/person-name.ts'

/** Names of these people, at most 100, for tokens that can read profiles: events have only their ids. */
export function useNames(profileIds: readonly string[]): (profileId: string) => string {
  const ids = [...new Set(profileIds)].sort()
  const { data } = useQuery({
    queryKey: ['events', 'names', ids],
    enabled: ids.length > 0 && hasScope('profiles:read'),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const query = { profileIds: ids, limit: 100, state: 'all' } as const
      const { profiles } = await call('GET /profiles', { query: { ...query, profileIds: ids }, signal })
      return new Map(profiles.map((profile) => [profile.id, personName(profile)]))
    },
  })
  return (profileId) => data?.get(profileId) ?? `Person …${profileId.slice(-8)}`
}
