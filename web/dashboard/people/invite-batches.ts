/** The API's maximum per call. */
export const batchSize = 100

export type InviteBatches = {
  readonly channel: 'email' | 'sms'
  readonly profileIds: readonly string[]
  /** One idempotency key per batch, kept for retries, so no one gets two emails. */
  readonly keys: readonly string[]
}

export function planInviteBatches(channel: 'email' | 'sms', profileIds: readonly string[]): InviteBatches {
  const batches = Math.ceil(profileIds.length / batchSize)
  return { channel, profileIds, keys: Array.from({ length: batches }, () => crypto.randomUUID()) }
}
