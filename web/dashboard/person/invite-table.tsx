import type { Invite, Profile, Progress } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { inviteWords } from '../words/invite-words.ts'
import { InviteSteps } from './invite-steps.tsx'
import { ScrollArea } from './scroll-area.tsx'

/** All invites and their states, newest first. */
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
      <ScrollArea label="All links">
        <BlockTable heads={['By', 'State', 'Sent', 'Opened', 'Ends']}>
          {invites.map(({ id, channel, state, sentAt, openedAt, expiresAt, isReminder }) => (
            <BlockRow key={id}>
              <RowHead>{isReminder ? `${ways[channel]}, reminder` : ways[channel]}</RowHead>
              <BlockCell label="State">{inviteWords[state].name}</BlockCell>
              <BlockCell label="Sent">{sentAt ? <When at={sentAt} style="moment" /> : '–'}</BlockCell>
              <BlockCell label="Opened">{openedAt ? <When at={openedAt} style="moment" /> : '–'}</BlockCell>
              <BlockCell label="Ends">
                <When at={expiresAt} style="moment" />
              </BlockCell>
            </BlockRow>
          ))}
        </BlockTable>
      </ScrollArea>
    </>
  )
}

const ways = { email: 'Email', sms: 'Text message', link: 'Shared link' } as const
