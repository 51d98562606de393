import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshPerson } from './queries.ts'

const words = { email: 'email address', phone: 'phone number' }

/**
 * Unconfirmed addresses, set by an app or API key that can't read the person: what that means, and a button to
 * confirm.
 */
export function AddressNotice({ profile }: { profile: Profile }) {
  return (profile.unconfirmedAddresses ?? []).map((field) => (
    <OneAddress key={field} profile={profile} field={field} />
  ))
}

function OneAddress({ profile, field }: { profile: Profile; field: 'email' | 'phone' }) {
  const { mayChange } = useRights()
  const address = profile[field]
  const confirming = useMutation({
    mutationFn: () =>
      call('POST /profile/{profileId}/confirm-address', {
        path: { profileId: profile.id },
        body: field === 'email' ? { email: address ?? '' } : { phone: address ?? '' },
      }),
    async onSuccess() {
      showToast('Confirmed.')
      await refreshPerson()
    },
  })
  return (
    <section className="person-notice" aria-label={`Unconfirmed ${words[field]}`}>
      <Icon name="warning" />
      <div>
        <p>
          The {words[field]} <bdi>{address}</bdi> was set by an app or program that can’t read this profile.
        </p>
        <p className="note">
          Links sent there show only what was entered through them: no earlier answers, results or name. If
          the address belongs to this person, confirm it. If not, change it.
        </p>
        {confirming.error && <FailureNote error={confirming.error} />}
      </div>
      {mayChange && (
        <div className="page-actions">
          <button
            type="button"
            className="button button-small"
            disabled={confirming.isPending}
            onClick={() => confirming.mutate()}
          >
            Confirm
          </button>
        </div>
      )}
    </section>
  )
}
