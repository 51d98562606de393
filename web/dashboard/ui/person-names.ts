import { queryOptions, useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { nameOfUnknown, personName } from '../words/person-name.ts'

export type Names = ReadonlyMap<string, string>

/** Names of these people, at most 100, for tokens that can read profiles: events and messages have only their ids. */
export async function readNames(profileIds: readonly string[], signal: AbortSignal): Promise<Names> {
  const ids = [...new Set(profileIds)]
  if (ids.length === 0 || !hasScope('profiles:read')) return new Map()
  const query = { profileIds: ids, limit: 100, state: 'all' } as const
  const { profiles } = await call('GET /profiles', { query: { ...query, profileIds: ids }, signal })
  return new Map(profiles.map((profile) => [profile.id, personName(profile)]))
}

/** No names if they can't be read: a page whose rows have them beside shows the ends of ids instead of a failure. */
export function namesOrNone(names: Promise<Names>): Promise<Names> {
  return names.catch(() => new Map())
}

const nameQuery = (profileId: string) =>
  queryOptions({
    queryKey: ['names', profileId],
    queryFn: ({ signal }) => readNames([profileId], signal),
  })

/** The name of one person; undefined until it is known. */
export function useName(profileId: string | undefined): string | undefined {
  const { data } = useQuery({ ...nameQuery(profileId ?? ''), enabled: profileId !== undefined })
  return profileId && data && nameIn(data, profileId)
}

/** A person who was deleted, or whom the reader may not see, is the end of their id. */
export function nameIn(names: Names, profileId: string): string {
  return names.get(profileId) ?? nameOfUnknown(profileId)
}
