import type { MemberRowView, MembersView, RoleView } from '../../src/http/views/members-view.ts'
import { memberInitials } from './initials.ts'
import type { Speaker } from './messages.ts'

type Account = NonNullable<MembersView['account']>

/** Members, each with the forms that the reader may use. */
export function MemberTable({
  view,
  account,
  list,
  speak,
}: {
  view: MembersView
  account: Account
  list: NonNullable<Account['list']>
  speak: Speaker
}) {
  // Coaches are listed alone, so that number isn't that of the account's members.
  const isAlone = list.members.every(({ isSelf, role }) => isSelf && role === 'coach')
  return (
    <section class="members-section" aria-labelledby="members">
      <h2 id="members" class="section">
        {isAlone ? speak.say('members.ownHeading') : speak.count('members.count', list.members.length)}
      </h2>
      {isAlone && <p class="second muted">{speak.say('members.ownText')}</p>}
      <ul class="rule">
        {list.members.map((member) => (
          <Row key={member.id} view={view} account={account} member={member} speak={speak} />
        ))}
      </ul>
    </section>
  )
}

type RowParts = { view: MembersView; account: Account; member: MemberRowView; speak: Speaker }

function Row({ view, account, member, speak }: RowParts) {
  const { say } = speak
  return (
    <li class="row member-row" id={`member-${member.id}`}>
      <div class="member-who">
        <p class="statement">
          <span class="member-mark" aria-hidden="true">
            {memberInitials(member)}
          </span>{' '}
          {member.name !== undefined && (
            <>
              <bdi>{member.name}</bdi>{' '}
            </>
          )}
          <span class={member.name === undefined ? undefined : 'second muted'}>{member.email}</span>{' '}
          {member.isSelf && <span class="second muted">{say('members.you')}</span>}
        </p>
        <p class="second muted">
          {say(`members.role.${member.role}`)} · {memberStatus(member, view, speak)}
        </p>
        {member.teams && <CoachTeams view={view} member={member} teams={member.teams} speak={speak} />}
        {member.mayInviteAgain && (
          <InviteAgainForm view={view} account={account} member={member} speak={speak} />
        )}
      </div>
      {(member.mayChangeRole || member.mayRemove) && (
        <div class="member-acts">
          {member.mayChangeRole && <RoleForm view={view} account={account} member={member} speak={speak} />}
          {member.mayRemove && (
            <a
              class="button button-small member-removal"
              href={`${view.root}/members/remove?account=${account.id}&member=${member.id}`}
            >
              {say(`members.${removal(member)}`)}
              <span class="out-of-sight"> {member.email}</span>
            </a>
          )}
        </div>
      )}
    </li>
  )
}

/** Whom a coach sees. Without teams, owners are led to the choice. */
function CoachTeams({
  view: { home, languageTag },
  member: { isSelf, email },
  teams,
  speak: { say },
}: Omit<RowParts, 'account'> & { teams: readonly string[] }) {
  if (teams.length > 0) {
    const slots = { teams: teamList(teams, languageTag) }
    return <p class="second muted">{say(isSelf ? 'members.youSee' : 'members.sees', slots)}</p>
  }
  if (isSelf) return <p class="second">{say('members.youSeeNoOne')}</p>
  return (
    <p class="second">
      {say('members.seesNoOne')}{' '}
      <a href={`${home}settings#coaches`}>
        {say('members.chooseTeams')}
        <span class="out-of-sight"> {email}</span>
      </a>
    </p>
  )
}

/** “Sales, Board and Launch”, as the language writes it. */
export function teamList(teams: readonly string[], languageTag: string): string {
  return new Intl.ListFormat(languageTag, { type: 'conjunction' }).format(teams)
}

function removal({ isSelf, state }: MemberRowView) {
  return isSelf ? 'leaveLink' : state === 'accepted' ? 'removeLink' : 'takeBackLink'
}

/** Since when, or how long an invitation is open, and by whom. */
function memberStatus(member: MemberRowView, view: MembersView, { say, date }: Speaker): string {
  if (member.state === 'accepted') return say('members.since', { date: day(view, member.since) })
  const by = member.invitedBy === null ? '' : `${say('members.invitedBy', { email: member.invitedBy })} `
  if (member.state === 'expired') return by + say('members.expired')
  return by + say('members.openUntil', { date: date(member.expiresAt ?? member.since) })
}

/** With the year, since a member may have joined long ago. */
function day({ languageTag }: MembersView, iso: string): string {
  const form = { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const
  return new Intl.DateTimeFormat(languageTag === 'en' ? 'en-GB' : languageTag, form).format(new Date(iso))
}

export const memberRoles: readonly RoleView[] = ['owner', 'manager', 'user', 'coach']

function RoleForm({ view, account, member, speak: { say } }: RowParts) {
  const { chosenRole } = view
  const waiting =
    member.id === chosenRole?.memberId ? memberRoles.find((role) => role === chosenRole.role) : undefined
  const selected = waiting ?? member.role
  return (
    <form class="member-role" method="post" action={`${view.root}/members/role`}>
      <HiddenFields view={view} account={account} />
      <input type="hidden" name="member" value={member.id} />
      <select class="field" name="role" aria-label={say('members.roleOf', { email: member.email })}>
        {memberRoles.map((role) => (
          <option key={role} value={role} selected={role === selected}>
            {say(`members.role.${role}`)}
          </option>
        ))}
      </select>
      <button
        class={waiting ? 'button button-main button-small' : 'button button-small'}
        type="submit"
        autofocus={waiting !== undefined}
      >
        {say('members.changeRole')}
        <span class="out-of-sight"> {member.email}</span>
      </button>
    </form>
  )
}

/** Part of the line above it, so that each row keeps its few buttons in one line. */
function InviteAgainForm({ view, account, member, speak: { say } }: RowParts) {
  return (
    <form class="second" method="post" action={`${view.root}/members/invite`}>
      <HiddenFields view={view} account={account} />
      <input type="hidden" name="invitee" value={member.email} />
      <input type="hidden" name="role" value={member.role} />
      <button class="plain-button" type="submit">
        {say('members.inviteAgain')}
        <span class="out-of-sight"> {member.email}</span>
      </button>
    </form>
  )
}

/** Hidden fields of every form about an account. */
export function HiddenFields({ view, account }: { view: MembersView; account: Account }) {
  return (
    <>
      <input type="hidden" name="proof" value={view.csrfToken} />
      <input type="hidden" name="account" value={account.id} />
    </>
  )
}
