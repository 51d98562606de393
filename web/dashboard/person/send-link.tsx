import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../client/call.ts'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { showToast } from '../ui/toasts.tsx'
import { refreshPerson } from './queries.ts'
import { words } from './words.ts'

const InviteDialog = dialogOnDemand(words.send.invite, () =>
  import('../inviting/invite-dialog.tsx').then((module) => module.InviteDialog),
)

type Props = { profile: Profile; isMain?: boolean; hasBounced?: boolean }

/**
 * Invites someone who has not completed, in the dialog that many are invited in. People who have completed get a link to
 * their results at once; where the account doesn't show them any, there is nothing to send.
 */
export function SendLink({ profile, isMain = false, hasBounced = false }: Props) {
  const { maySend } = useRights()
  if (!maySend || (!profile.email && !profile.phone)) return null
  if (profile.isCompleted) return <ResultsLinks profile={profile} />
  return hasBounced ? (
    <TryAgain profile={profile} isMain={isMain} />
  ) : (
    <Invite profile={profile} isMain={isMain} />
  )
}

function Invite({ profile, isMain }: { profile: Profile; isMain: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const close = () => {
    setOpen(false)
    void refreshPerson()
  }
  return (
    <>
      <button type="button" className={buttonClass(isMain)} onClick={() => setOpen(true)}>
        {words.send.invite}
      </button>
      {isOpen && <InviteDialog people={[profile]} onClose={close} />}
    </>
  )
}

/** To an address that has bounced something is only sent because someone tries it again. */
function TryAgain({ profile, isMain }: { profile: Profile; isMain: boolean }) {
  const sending = useSending(profile)
  return (
    <div className="person-send">
      <div className="page-actions">
        {profile.email && (
          <SendButton
            isMain={isMain}
            isBusy={sending.isPending}
            label={words.send.again}
            onSend={() => sending.mutate({ channel: 'email', tryAgain: true })}
          />
        )}
        {profile.phone && <Invite profile={{ ...profile, email: null }} isMain={isMain && !profile.email} />}
      </div>
      {sending.error && <FailureNote error={sending.error} />}
    </div>
  )
}

function ResultsLinks({ profile }: { profile: Profile }) {
  const sending = useSending(profile)
  const { data: account } = useQuery(accountQuery)
  if (account?.preferences.participantSeesReport === false) return null
  const button = (channel: 'email' | 'sms', label: string) => (
    <SendButton isBusy={sending.isPending} label={label} onSend={() => sending.mutate({ channel })} />
  )
  return (
    <div className="person-send">
      <div className="page-actions">
        {profile.email && button('email', words.send.resultsEmail)}
        {profile.phone && button('sms', words.send.resultsSms)}
      </div>
      {sending.error && <FailureNote error={sending.error} />}
    </div>
  )
}

function SendButton({
  isMain = false,
  isBusy,
  label,
  onSend,
}: {
  isMain?: boolean
  isBusy: boolean
  label: string
  onSend: () => void
}) {
  return (
    <button
      type="button"
      className={buttonClass(isMain)}
      aria-disabled={isBusy}
      onClick={() => !isBusy && onSend()}
    >
      {label}
    </button>
  )
}

const buttonClass = (isMain: boolean) => `button ${isMain ? 'button-main' : ''}`

type Sending = { channel: 'email' | 'sms'; tryAgain?: true }

/** Sends a new link at once, which replaces the former one. */
function useSending(profile: Profile) {
  const intention = useIdempotencyKey()
  return useMutation({
    mutationFn: ({ channel, tryAgain }: Sending) => {
      const request = {
        path: { profileId: profile.id },
        idempotencyKey: intention.keyFor({ channel, tryAgain }),
      }
      return channel === 'email'
        ? call('POST /profile/{profileId}/invite/email', {
            ...request,
            ...(tryAgain && { body: { tryAgain } }),
          })
        : call('POST /profile/{profileId}/invite/sms', request)
    },
    onSuccess(_nothing, { channel }) {
      intention.done()
      const address = channel === 'email' ? profile.email : profile.phone
      showToast(fill(words.send.sent, { address: address ?? '' }))
      return refreshPerson()
    },
  })
}
