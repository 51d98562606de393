import type { Invite, Profile, Progress } from '../api/types.ts'
import { When } from '../ui/when.tsx'
import { InviteSteps } from './invite-steps.tsx'
import { inviteWords } from './invite-words.ts'
import { Scroll } from './scroll.tsx'

/** Every link that went out and what became of it, the newest first. */
export function InviteTable({
  invites,
  profile,
  progress,
}: {
  invites: readonly Invite[]
  profile: Profile
  progress: Progress | null
}) {
  if (invites.length === 0) return <p>Nothing was sent yet.</p>
  const stuck = progress?.invite && !profile.isCompleted ? inviteWords[progress.invite.state].way : undefined
  return (
    <>
      <InviteSteps invite={invites[0] ?? null} profile={profile} />
      {stuck && <p>{stuck}</p>}
      <Scroll label="All links">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">By</th>
              <th scope="col">State</th>
              <th scope="col">Sent</th>
              <th scope="col">Opened</th>
              <th scope="col">Ends</th>
            </tr>
          </thead>
          <tbody>
            {invites.map(({ id, channel, state, sentAt, openedAt, expiresAt }) => (
              <tr key={id}>
                <th scope="row">{ways[channel]}</th>
                <td data-label="State">{inviteWords[state].name}</td>
                <td data-label="Sent">{sentAt ? <When at={sentAt} style="moment" /> : '–'}</td>
                <td data-label="Opened">{openedAt ? <When at={openedAt} style="moment" /> : '–'}</td>
                <td data-label="Ends">
                  <When at={expiresAt} style="moment" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </>
  )
}

const ways = { email: 'Email', sms: 'Text message', link: 'Shared link' } as const
