import { useQuery } from '@tanstack/react-query'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import type { WelcomeRecord } from './steps.ts'

/** The progress of the first steps, polled every five seconds while the tab is visible. */
export function useProgress(begun: WelcomeRecord | undefined) {
  const refetchInterval = 5_000
  const person = useQuery({
    queryKey: ['first-steps', 'person', begun?.profileId],
    enabled: begun !== undefined && hasScope('profiles:read'),
    refetchInterval,
    queryFn: async ({ signal }) => {
      const profileId = begun?.profileId ?? ''
      const [{ profile }, { progress }] = await Promise.all([
        call('GET /profile/{profileId}', { path: { profileId }, signal }),
        call('GET /profiles/progress', { query: { profileIds: [profileId] }, signal }),
      ])
      return { isCompleted: profile.isCompleted, progress: progress[0] }
    },
  }).data
  const calls = useQuery({
    queryKey: ['first-steps', 'calls', begun?.at],
    enabled: begun !== undefined && hasScope('account:read'),
    refetchInterval,
    queryFn: async ({ signal }) => {
      const query = { action: 'create_tag', after: begun?.at ?? '', limit: 20 }
      const { entries } = await call('GET /audit-log', { query, signal })
      return entries.filter(({ actor }) => actor.kind === 'client').length
    },
  }).data
  return { progress: person?.progress, isCompleted: person?.isCompleted ?? false, calls: calls ?? 0 }
}
