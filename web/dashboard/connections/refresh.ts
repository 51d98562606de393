import { queryClient } from '../client/queries.ts'

/** After a change: everything about connections. */
export function refreshConnections(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['connections'] })
}
