import { useMutation, useQuery } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

/**
 * Sends a new link by the available channels. It replaces the former one. To an address that has bounced it is only sent
 * because someone tries it again. For people who have completed, the link leads to their results; where the account
 * doesn't show them any, there is nothing to send.
 */
export function SendLink({
  profile,
  isMain = false,
  hasBounced = false,
}: {
  profile: Profile
  isMain?: boolean
  hasBounced?: boolean
}) {
  const intention = useIdempotencyKey()
  const { maySend } = useRights()
  const account = useQuery({ ...accountQuery, enabled: profile.isCompleted })
  const sending = useMutation({
    mutationFn: (channel: 'email' | 'sms') => {
      const request = {
        path: { profileId: profile.id },
        idempotencyKey: intention.keyFor({ channel, hasBounced }),
      }
      return channel === 'email'
        ? call('POST /profile/{profileId}/invite/email', {
            ...request,
            ...(hasBounced ? { body: { tryAgain: true } } : {}),
          })
        : call('POST /profile/{profileId}/invite/sms', request)
    },
    onSuccess(_nothing, channel) {
      intention.done()
      const address = channel === 'email' ? profile.email : profile.phone
      showToast(fill(words.send.sent, { address: address ?? '' }))
      return refreshPerson()
    },
  })
  if (!maySend || (!profile.email && !profile.phone)) return null
  if (profile.isCompleted && account.data?.preferences.participantSeesReport === false) return null
  const main = isMain ? 'button-main' : ''
  return (
    <div className="person-send">
      <div className="page-actions">
        {profile.email && (
          <button
            type="button"
            className={`button ${main}`}
            aria-disabled={sending.isPending}
            onClick={() => !sending.isPending && sending.mutate('email')}
          >
            {hasBounced ? words.send.again : profile.isCompleted ? words.send.resultsEmail : words.send.email}
          </button>
        )}
        {profile.phone && (
          <button
            type="button"
            className={`button ${profile.email ? '' : main}`}
            aria-disabled={sending.isPending}
            onClick={() => !sending.isPending && sending.mutate('sms')}
          >
            {profile.isCompleted ? words.send.resultsSms : words.send.sms}
          </button>
        )}
      </div>
      {sending.error && <FailureNote error={sending.error} />}
    </div>
  )
}
