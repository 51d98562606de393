import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

export type Sending = { channel: 'email' | 'sms'; tryAgain?: true }

/** Sends a new link at once, which replaces the former one. */
export function useSending(profile: Profile) {
  const intention = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ channel, tryAgain }: Sending) =>
      call(`POST /profile/{profileId}/invite/${channel}`, {
        path: { profileId: profile.id },
        idempotencyKey: intention.keyFor({ channel, tryAgain }),
        ...(tryAgain && { body: { tryAgain } }),
      }),
    onSuccess(_nothing, { channel }) {
      intention.done()
      const address = channel === 'email' ? profile.email : profile.phone
      showToast(fill(words.send.sent, { address: address ?? '' }))
      return refreshPerson()
    },
  })
}
