import { fillingTone } from '../../../src/charts/small-tone.ts'
import type { Profile, Progress } from '../api/types.ts'
import { Drawing } from '../ui/drawing.tsx'
import { InviteSteps } from './invite-steps.tsx'
import { inviteWords, nextStep } from './invite-words.ts'
import { assessmentNames } from './names.ts'
import { SendLink } from './send-link.tsx'

/** Somebody who is not done: how far they have come, where their invite stands, and what helps them on. */
export function Unfinished({ profile, progress }: { profile: Profile; progress: Progress | null }) {
  const { answered = 0, itemCount = 0, invite = null } = progress ?? {}
  const step = nextStep(
    { answered, invite, erasureRequestedAt: progress?.erasureRequestedAt ?? null },
    profile,
  )
  return (
    <section className="person-unfinished" aria-labelledby="part-progress">
      <h2 className="section" id="part-progress">
        {answered === 0 ? 'Not started yet' : 'Under way'}
      </h2>
      <Drawing
        className="person-filling"
        markup={fillingTone(itemCount > 0 ? answered / itemCount : 0, {
          title: `${answered} of ${itemCount} questions answered`,
        })}
      />
      <p className="second">
        {answered} of {itemCount} questions answered{standing(profile, progress)}.
      </p>
      <div>
        {invite && (
          <p className="second">
            Latest link by {ways[invite.channel]}: {inviteWords[invite.state].name.toLowerCase()}
          </p>
        )}
        <InviteSteps invite={invite} profile={profile} />
      </div>
      <p className="person-next">{step.text}</p>
      {step.sends && <SendLink profile={profile} isMain />}
    </section>
  )
}

/** "; DISC is done, Focus stands at 45 of 120". */
function standing({ completedAssessments }: Profile, progress: Progress | null): string {
  const done = completedAssessments.map((id) => assessmentNames[id]).join(' and ')
  const parts = [
    ...(done ? [`${done} ${completedAssessments.length > 1 ? 'are' : 'is'} done`] : []),
    ...(progress?.assessment && progress.answered > 0
      ? [
          `${assessmentNames[progress.assessment]} stands at ${progress.assessmentAnswered} of ${progress.assessmentItemCount}`,
        ]
      : []),
  ]
  return parts.length > 0 ? `; ${parts.join(', ')}` : ''
}

const ways = { email: 'email', sms: 'text message', link: 'shared link' } as const
