import type { InvitationView } from '../../src/http/views/members-view.ts'
import type { Speaker } from './messages.ts'

/** Invitations to the reader. They are only accepted by pressing a button. */
export function InvitationList({
  root,
  fields,
  list,
  isMain = false,
  speak,
}: {
  root: string
  /** Hidden fields of each form. */
  fields: Readonly<Record<string, string>>
  list: readonly InvitationView[]
  /** Whether the page is about nothing else. */
  isMain?: boolean
  speak: Speaker
}) {
  const { say, date } = speak
  return (
    <ul class="rule">
      {list.map(({ accountId, accountName, role, invitedBy, expiresAt }) => (
        <li key={accountId} class="row member-row">
          <div class="member-who">
            <p class="statement">{accountName}</p>
            <p class="second muted">
              {invitedBy === null ? '' : `${say('members.invitedBy', { email: invitedBy })} `}
              {say(`members.as.${role}`)} {expiresAt && say('members.openUntil', { date: date(expiresAt) })}
            </p>
          </div>
          <form class="member-acts" method="post" action={`${root}/members/accept`}>
            {Object.entries(fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <input type="hidden" name="account" value={accountId} />
            <button class={isMain ? 'button button-main' : 'button'} type="submit">
              {say('members.accept')}
              <span class="out-of-sight"> {accountName}</span>
            </button>
            <button class="button" type="submit" formaction={`${root}/members/decline`}>
              {say('members.decline')}
              <span class="out-of-sight"> {accountName}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  )
}
