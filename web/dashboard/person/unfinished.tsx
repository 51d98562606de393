import { useState } from 'react'
import { fillingTone } from '../../../src/charts/small-tone.ts'
import { useRights } from '../client/rights.ts'
import type { Invite, Profile, Progress } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { formatListWithAnd } from '../language/more-formats.ts'
import { Drawing } from '../ui/drawing.tsx'
import { nearDay } from '../ui/near-day.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { inviteStateText, nextInviteStep } from '../words/invite-words.ts'
import { CampaignList } from './campaign-list.tsx'
import { EditDialog } from './edit-dialog.tsx'
import { InviteSteps } from './invite-steps.tsx'
import { SendLink } from './send-link.tsx'
import { words } from './words.ts'

/** A person who has not completed: the next step, progress, and the state of the invite. */
export function Unfinished({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const {
    answered = 0,
    itemCount = 0,
    invite = null,
    isInviteQueued = false,
    queuedInvite = null,
  } = progress ?? {}
  const { mayChange } = useRights()
  const [isEditing, setEditing] = useState(false)
  const step = nextInviteStep(
    {
      answered,
      invite,
      isInviteQueued,
      queuedInvite,
      erasureRequestedAt: progress?.erasureRequestedAt ?? null,
      firstOpenedAt: progress?.firstOpenedAt ?? null,
    },
    profile,
  )
  return (
    <section className="person-unfinished" aria-labelledby="part-progress">
      <div className="person-now">
        <h2 className="section" id="part-progress">
          {stateText(answered, invite)}
        </h2>
        <p className="person-next">{step.text}</p>
        {invite?.sentAt && (
          <p className="second muted">
            {fill(invite.isReminder ? words.send.lastReminder : words.send.lastInvite, {
              when: nearDay(new Date(invite.sentAt), new Date()),
            })}
          </p>
        )}
        <div className="page-actions">
          {step.mends && mayChange && (
            <button type="button" className="button button-main" onClick={() => setEditing(true)}>
              {mendText(profile, invite)}
            </button>
          )}
          <SendLink profile={profile} isMain={!step.mends} invite={invite} isOffered={step.sends} />
        </div>
      </div>
      <div className="person-way">
        <Drawing
          className="person-filling"
          markup={fillingTone(itemCount > 0 ? answered / itemCount : 0, {
            title: fill(words.progress.picture, { n: answered, all: itemCount }),
          })}
        />
        <p className="second">{progressText(profile, progress)}</p>
        {invite && (
          <p className="second muted">
            {fill(
              (invite.isReminder ? words.progress.latestReminder : words.progress.latestLink)[invite.channel],
              {
                state: words.progress.linkStates[invite.wrongPerson ? 'wrongPerson' : invite.state],
              },
            )}
          </p>
        )}
        <InviteSteps progress={progress} profile={profile} />
        <CampaignList profileId={profile.id} />
      </div>
      {isEditing && <EditDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  )
}

function stateText(answered: number, invite: Invite | null): string {
  if (invite?.wrongPerson) return inviteStateText(invite)
  return answered === 0 ? words.progress.notStarted : words.progress.started
}

function mendText({ email, phone }: Profile, invite: Invite | null): string {
  const { addAddress, changeAddress, correctAddress } = words.progress
  if (!email && !phone) return addAddress
  return invite?.wrongPerson ? correctAddress : changeAddress
}

/** For example "45 of 120 questions answered; DISC is done, Focus: 45 of 120." */
function progressText({ completedAssessments }: Profile, progress: Progress | null): string {
  const { answered = 0, itemCount = 0, assessment = null } = progress ?? {}
  const { text, withDone, withCurrent, withBoth } = words.progress
  const all = { n: answered, all: itemCount }
  const done = { done: formatListWithAnd(completedAssessments.map((id) => assessmentNames[id])) }
  const current = {
    current: assessment === null ? '' : assessmentNames[assessment],
    currentN: progress?.assessmentAnswered ?? 0,
    currentAll: progress?.assessmentItemCount ?? 0,
  }
  const isUnderWay = assessment !== null && answered > 0
  if (completedAssessments.length === 0) {
    return isUnderWay ? fill(withCurrent, { ...all, ...current }) : fill(text, all)
  }
  return count(isUnderWay ? withBoth : withDone, completedAssessments.length, {
    ...all,
    ...done,
    ...current,
  })
}
