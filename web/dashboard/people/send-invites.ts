import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'
import { batchSize, type InviteBatches } from './invite-batches.ts'

/**
 * Sends invites in batches and tells of each what became of it. `from` is how many are done: after a failure the same
 * plan goes on there. Ends between two batches when the signal says so.
 */
export async function sendInviteBatches(
  { channel, profileIds, keys }: InviteBatches,
  {
    from = 0,
    signal,
    onResults,
  }: { from?: number; signal?: AbortSignal; onResults: (results: readonly InviteOutcome[]) => void },
): Promise<void> {
  for (let at = from; at < profileIds.length; at += batchSize) {
    if (signal?.aborted) return
    const key = keys[at / batchSize]
    const { data } = await call('POST /profiles/invite', {
      body: { profileIds: profileIds.slice(at, at + batchSize), channel },
      ...(key ? { idempotencyKey: key } : {}),
    })
    onResults(data.results)
  }
}
