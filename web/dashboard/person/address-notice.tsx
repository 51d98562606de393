import { useMutation } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

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
      showToast(words.address.confirmed)
      await refreshPerson()
    },
  })
  return (
    <section className="person-notice" aria-label={words.address.label[field]}>
      <Icon name="warning" />
      <div>
        <p>
          <Sentence text={words.address.text[field]} slots={{ address: <bdi>{address}</bdi> }} />
        </p>
        <p className="note">{words.address.help}</p>
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
            {words.address.confirm}
          </button>
        </div>
      )}
    </section>
  )
}
