import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import type { Invite } from '../client/types.ts'
import { batchSize } from './invite-batches.ts'

/** The latest invite or reminder of each of these people that left today, or is about to. */
export function messagesTodayQuery(profileIds: readonly string[]) {
  return queryOptions({
    queryKey: [...keys.people, 'progress', 'today', profileIds],
    queryFn: async ({ signal }) => {
      const found = new Map<string, Invite>()
      for (let at = 0; at < profileIds.length; at += batchSize) {
        const query = { profileIds: profileIds.slice(at, at + batchSize) }
        const { progress } = await call('GET /profiles/progress', { query, signal })
        for (const { profileId, invite } of progress)
          if (invite && isToday(invite)) found.set(profileId, invite)
      }
      return found
    },
  })
}

/** The campaigns of this person, the latest invite first. */
export function campaignsOfPersonQuery(profileId: string) {
  return queryOptions({
    queryKey: [...keys.profile(profileId), 'campaigns', 'inviting'],
    queryFn: async ({ signal }) => {
      const asked = { path: { profileId }, query: { limit: 50 }, signal }
      return (await call('GET /profile/{profileId}/campaigns', asked)).campaigns
    },
  })
}

function isToday({ state, sentAt, channel }: Invite): boolean {
  if (channel === 'link') return false
  return (
    state === 'queued' || (sentAt !== null && new Date(sentAt).toDateString() === new Date().toDateString())
  )
}
