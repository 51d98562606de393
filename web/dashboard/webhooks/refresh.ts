import { queryClient } from '../client/queries.ts'

/** After a change: everything about endpoints and what was sent to them. */
export function refreshWebhooks(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['webhooks'] })
}
