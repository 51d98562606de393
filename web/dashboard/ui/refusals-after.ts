import { ApiError } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { InviteOutcome } from '../client/types.ts'

/**
 * Why no campaign was created: those of these people who can't be invited, with the reasons. Throws the failure again if
 * that isn't why.
 */
export async function refusalsAfter(
  failure: unknown,
  people: { profileIds: string[]; channel: 'email' | 'sms' },
): Promise<readonly InviteOutcome[]> {
  const code = failure instanceof ApiError ? failure.code : undefined
  if (code !== 'no_one_invited' && code !== 'profile_not_found') throw failure
  const body = { ...people, queue: true, dryRun: true }
  const { data } = await call('POST /profiles/invite', { body, idempotencyKey: null })
  const refused = data.results.filter(({ status }) => status === 'skipped' || status === 'failed')
  if (refused.length === 0) throw failure
  return refused
}
