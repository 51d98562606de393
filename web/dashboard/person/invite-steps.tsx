import type { Profile, Progress } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { When } from '../ui/when.tsx'
import { inviteStateText, inviteSteps } from '../words/invite-words.ts'
import { words } from './words.ts'

/** Sent, opened, started, completed: each with its date, or not yet. */
export function InviteSteps({ progress, profile }: { progress: Progress | null; profile: Profile }) {
  const invite = progress?.invite
  const stopped = invite?.wrongPerson
    ? inviteStateText(invite)
    : invite?.state === 'failed' && !invite.addressChanged && words.progress.notDelivered
  return (
    <ol className="person-steps" aria-label={words.progress.steps}>
      {inviteSteps(progress, profile).map(({ name, at }, index) =>
        index === 0 && stopped ? (
          <li key={name} data-failed>
            <span className="person-steps-failed">
              <Icon name="warning" size={16} /> {stopped}
            </span>
          </li>
        ) : (
          <li key={name} data-done={at === null ? undefined : true}>
            <span>{name}</span> <span className="muted">{at ? <When at={at} /> : words.notYet}</span>
          </li>
        ),
      )}
    </ol>
  )
}
