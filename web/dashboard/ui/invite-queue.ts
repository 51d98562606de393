import { queryOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { keys } from '../client/query-keys.ts'
import { formatDate } from '../language/formats.ts'

/** The invites of a campaign that the service still sends, looked at while there are any. */
export function inviteQueueQuery(campaignId: string) {
  return queryOptions({
    queryKey: [...keys.campaigns, campaignId, 'queue'],
    queryFn: async ({ signal }) =>
      (await call('GET /campaign/{campaignId}', { path: { campaignId }, signal })).queue,
    refetchInterval: ({ state }) => ((state.data?.waiting ?? 1) > 0 ? 5_000 : false),
  })
}

/** When the next one goes out: “02:16”, with the date on another day. */
export function queueTime(at: string | null): string {
  const moment = new Date(Math.max(at === null ? 0 : Date.parse(at), Date.now()))
  const isToday = moment.toDateString() === new Date().toDateString()
  const day = isToday ? {} : ({ day: 'numeric', month: 'short' } as const)
  return formatDate(moment, { ...day, hour: '2-digit', minute: '2-digit' })
}
