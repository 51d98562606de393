import type { Invite, Profile, Progress } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { When } from '../ui/when.tsx'
import { inviteStateText, stuckText } from '../words/invite-words.ts'
import { useCampaigns } from './campaign-list.tsx'
import { InviteSteps } from './invite-steps.tsx'
import { ScrollArea } from './scroll-area.tsx'
import { words } from './words.ts'

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
  const campaigns = useCampaigns(profile.id)
  if (invites.length === 0) return <p>{words.links.none}</p>
  const { by, state: stateHead, sent, opened, ends, ways, reminders } = words.links
  const stuck = progress?.invite && !profile.isCompleted ? stuckText(progress.invite, profile) : undefined
  return (
    <>
      <InviteSteps progress={progress} profile={profile} />
      {stuck && <p>{stuck}</p>}
      <ScrollArea label={words.links.table}>
        <BlockTable heads={[by, stateHead, sent, opened, ends]}>
          {invites.map((invite) => {
            const { id, channel, sentAt, openedAt, expiresAt, isReminder, campaignId } = invite
            return (
              <BlockRow key={id}>
                <RowHead>
                  {(isReminder ? reminders : ways)[channel]}
                  {campaigns && campaigns.length > 1 && (
                    <span className="note link-campaign">
                      <bdi>{campaigns.find((campaign) => campaign.id === campaignId)?.name}</bdi>
                    </span>
                  )}
                </RowHead>
                <BlockCell label={stateHead}>{inviteStateText(invite)}</BlockCell>
                <BlockCell label={sent}>{sentAt ? <When at={sentAt} style="moment" /> : '–'}</BlockCell>
                <BlockCell label={opened}>{openedAt ? <When at={openedAt} style="moment" /> : '–'}</BlockCell>
                <BlockCell label={ends}>
                  <When at={expiresAt} style="moment" />
                </BlockCell>
              </BlockRow>
            )
          })}
        </BlockTable>
      </ScrollArea>
    </>
  )
}
