import { queryClient } from '../client/queries.ts'

/** After a change: every list of messages. */
export function refreshMessages(): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: ['messages'] })
}

export function pluralizeMessages(count: number): string {
  return `${count.toLocaleString('en-GB')} ${count === 1 ? 'message' : 'messages'}`
}
