/** As many as the API takes at once. */
export const batchSize = 100

export type InviteBatches = {
  readonly channel: 'email' | 'sms'
  readonly profileIds: readonly string[]
  /** One key a batch; a batch that is tried again keeps it, so that nobody gets two letters. */
  readonly keys: readonly string[]
}

export function planInviteBatches(channel: 'email' | 'sms', profileIds: readonly string[]): InviteBatches {
  const batches = Math.ceil(profileIds.length / batchSize)
  return { channel, profileIds, keys: Array.from({ length: batches }, () => crypto.randomUUID()) }
}
