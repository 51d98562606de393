import { useState } from 'react'
import { fillingTone } from '../../../src/charts/small-tone.ts'
import { useRights } from '../client/rights.ts'
import type { Profile, Progress } from '../client/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { assessmentNames } from '../words/assessment-names.ts'
import { inviteWords, nextInviteStep } from '../words/invite-words.ts'
import { EditDialog } from './edit-dialog.tsx'
import { InviteSteps } from './invite-steps.tsx'
import { SendLink } from './send-link.tsx'

/** A person who has not completed: the next step, progress, and the state of the invite. */
export function Unfinished({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { answered = 0, itemCount = 0, invite = null } = progress ?? {}
  const { mayChange } = useRights()
  const [isEditing, setEditing] = useState(false)
  const step = nextInviteStep(
    { answered, invite, erasureRequestedAt: progress?.erasureRequestedAt ?? null },
    profile,
  )
  return (
    <section className="person-unfinished" aria-labelledby="part-progress">
      <div className="person-now">
        <h2 className="section" id="part-progress">
          {answered === 0 ? 'Not started yet' : 'In progress'}
        </h2>
        <p className="person-next">{step.text}</p>
        <div className="page-actions">
          {step.mends && mayChange && (
            <button type="button" className="button button-main" onClick={() => setEditing(true)}>
              {profile.email || profile.phone ? 'Change the address' : 'Add an address'}
            </button>
          )}
          {step.sends && (
            <SendLink profile={profile} isMain={!step.mends} hasBounced={invite?.bounced === true} />
          )}
        </div>
      </div>
      <div className="person-way">
        <Drawing
          className="person-filling"
          markup={fillingTone(itemCount > 0 ? answered / itemCount : 0, {
            title: `${answered} of ${itemCount} questions answered`,
          })}
        />
        <p className="second">
          {answered} of {itemCount} questions answered{progressSummary(profile, progress)}.
        </p>
        {invite && (
          <p className="second muted">
            Latest link by {ways[invite.channel]}: {inviteWords[invite.state].name.toLowerCase()}
          </p>
        )}
        <InviteSteps invite={invite} profile={profile} />
      </div>
      {isEditing && <EditDialog profile={profile} onClose={() => setEditing(false)} />}
    </section>
  )
}

/** For example "; DISC is completed, Focus is at 45 of 120". */
function progressSummary({ completedAssessments }: Profile, progress: Progress | null): string {
  const done = completedAssessments.map((id) => assessmentNames[id]).join(' and ')
  const parts = [
    ...(done ? [`${done} ${completedAssessments.length > 1 ? 'are' : 'is'} done`] : []),
    ...(progress?.assessment && progress.answered > 0
      ? [
          `${assessmentNames[progress.assessment]}: ${progress.assessmentAnswered} of ${progress.assessmentItemCount}`,
        ]
      : []),
  ]
  return parts.length > 0 ? `; ${parts.join(', ')}` : ''
}

const ways = { email: 'email', sms: 'text message', link: 'shared link' } as const
