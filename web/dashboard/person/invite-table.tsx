import type { Invite, Profile, Progress } from '../api/types.ts'
import { BlockRow, BlockTable, Cell, RowHead } from '../ui/block-table.tsx'
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
        <BlockTable heads={['By', 'State', 'Sent', 'Opened', 'Ends']}>
          {invites.map(({ id, channel, state, sentAt, openedAt, expiresAt }) => (
            <BlockRow key={id}>
              <RowHead>{ways[channel]}</RowHead>
              <Cell label="State">{inviteWords[state].name}</Cell>
              <Cell label="Sent">{sentAt ? <When at={sentAt} style="moment" /> : '–'}</Cell>
              <Cell label="Opened">{openedAt ? <When at={openedAt} style="moment" /> : '–'}</Cell>
              <Cell label="Ends">
                <When at={expiresAt} style="moment" />
              </Cell>
            </BlockRow>
          ))}
        </BlockTable>
      </Scroll>
    </>
  )
}

const ways = { email: 'Email', sms: 'Text message', link: 'Shared link' } as const
