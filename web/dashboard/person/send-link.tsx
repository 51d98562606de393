import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { accountQuery } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Invite, Profile } from '../client/types.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { ConfirmSend } from './confirm-send.tsx'
import { refreshPerson } from './queries.ts'
import { useSending } from './use-sending.ts'
import { words } from './words.ts'

const InviteDialog = dialogOnDemand(words.send.invite, () =>
  import('../inviting/invite-dialog.tsx').then((module) => module.InviteDialog),
)

/** Asked in a dialog: to invite this person, or to send to this address although it was reported. */
type Asked = { invite: Profile } | { confirm: 'email' | 'sms' }

/**
 * Invites someone who has not completed, in the dialog that many are invited in. People who have completed get a link to
 * their results; where the account doesn't show them any, there is nothing to send.
 */
export function SendLink({
  profile,
  isMain = false,
  invite = null,
  isOffered = true,
}: {
  profile: Profile
  isMain?: boolean
  invite?: Invite | null
  /** Whether there are buttons now. What they opened stays open, with what was typed and the results. */
  isOffered?: boolean
}) {
  const { maySend } = useRights()
  const [asked, setAsked] = useState<Asked>()
  if (!maySend || (!profile.email && !profile.phone)) return null
  if (profile.isCompleted) return <ResultsLinks profile={profile} />
  const close = () => {
    setAsked(undefined)
    void refreshPerson()
  }
  return (
    <>
      {isOffered && <SendButtons {...{ profile, isMain, invite }} onAsk={setAsked} />}
      {asked && 'invite' in asked && <InviteDialog people={[asked.invite]} onClose={close} />}
      {asked && 'confirm' in asked && (
        <ConfirmSend
          profile={profile}
          channel={asked.confirm}
          question="confirm"
          onClose={() => setAsked(undefined)}
        />
      )}
    </>
  )
}

type ButtonProps = { profile: Profile; isMain: boolean; onAsk: (asked: Asked) => void }

function SendButtons({ invite, ...props }: ButtonProps & { invite: Invite | null }) {
  if (invite?.wrongPerson) return <RightAddress {...props} invite={invite} />
  return invite?.bounced && !invite.addressChanged ? <TryAgain {...props} /> : <InvitePerson {...props} />
}

/** To an address whose reader is not the person something is only sent once someone says that it is right. */
function RightAddress({ profile, invite, onAsk }: Omit<ButtonProps, 'isMain'> & { invite: Invite }) {
  const channel = invite.channel === 'sms' ? 'sms' : 'email'
  const other = channel === 'sms' ? { ...profile, phone: null } : { ...profile, email: null }
  return (
    <div className="person-send">
      <div className="page-actions">
        <button type="button" className="button" onClick={() => onAsk({ confirm: channel })}>
          {words.send.right}
        </button>
        {(other.email || other.phone) && <InvitePerson profile={other} isMain={false} onAsk={onAsk} />}
      </div>
    </div>
  )
}

function InvitePerson({ profile, isMain, onAsk }: ButtonProps) {
  return (
    <button type="button" className={buttonClass(isMain)} onClick={() => onAsk({ invite: profile })}>
      {words.send.invite}
    </button>
  )
}

/** To an address that has bounced something is only sent because someone tries it again. */
function TryAgain({ profile, isMain, onAsk }: ButtonProps) {
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
        {profile.phone && (
          <InvitePerson
            profile={{ ...profile, email: null }}
            isMain={isMain && !profile.email}
            onAsk={onAsk}
          />
        )}
      </div>
      {sending.error && <FailureNote error={sending.error} />}
    </div>
  )
}

function ResultsLinks({ profile }: { profile: Profile }) {
  const [asked, setAsked] = useState<'email' | 'sms'>()
  const { data: account } = useQuery(accountQuery)
  if (account?.preferences.participantSeesReport === false) return null
  const button = (channel: 'email' | 'sms', label: string) => (
    <button type="button" className="button" onClick={() => setAsked(channel)}>
      {label}
    </button>
  )
  return (
    <div className="person-send">
      <div className="page-actions">
        {profile.email && button('email', words.send.resultsEmail)}
        {profile.phone && button('sms', words.send.resultsSms)}
      </div>
      {asked && (
        <ConfirmSend
          profile={profile}
          channel={asked}
          question={asked === 'sms' ? 'askSms' : 'askEmail'}
          onClose={() => setAsked(undefined)}
        />
      )}
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
