import { useCallback } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { keys } from '../client/query-keys.ts'
import type { InviteOutcome, Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { outcomeText } from '../words/outcomes.ts'
import { personName } from '../words/person-name.ts'
import { words } from './words.ts'

/** Sends another link to someone whose link has expired, and shows the result. */
export function useResend() {
  const intention = useIdempotencyKey()
  return useCallback(
    async (profile: Profile, channel: 'email' | 'sms') => {
      try {
        const body = { profileIds: [profile.id], channel }
        const { data } = await call('POST /profiles/invite', { body, idempotencyKey: intention.keyFor(body) })
        intention.done()
        const [result] = data.results
        if (result) showToast(resultText(personName(profile), result))
      } catch (error) {
        showToast(errorMessage(error, words.resending.failed))
      }
      await queryClient.invalidateQueries({ queryKey: keys.people })
    },
    [intention],
  )
}

function resultText(name: string, result: InviteOutcome): string {
  if (result.status === 'sent') return fill(words.resending.sent, { name })
  return fill(words.resending.notSent, { name, outcome: outcomeText(result) })
}
