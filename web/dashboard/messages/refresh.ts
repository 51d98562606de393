import { queryClient } from '../client/queries.ts'

/** After a change: every list of messages. */
export function refreshMessages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['messages'] })
}
