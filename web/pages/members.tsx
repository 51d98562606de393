import type { VNode } from 'preact'
import type { DoneNotice, MemberRemovalView, MembersView } from '../../src/http/views/members-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { SignedInView } from '../../src/http/views/signed-in-view.ts'
import { Accounts } from './accounts.tsx'
import { renderDocument } from './document.tsx'
import { Icon } from './icon.tsx'
import { InvitationList } from './invitation-list.tsx'
import { MemberInvite } from './member-invite.tsx'
import { MemberTable, memberRoles, teamList } from './member-list.tsx'
import styles from './members.css?inline'
import { type Speaker, speaker } from './messages.ts'
import { SignedInPage, signedInStyles } from './signed-in.tsx'

/** `/members`: members of an account, and what the reader may change. */
export function renderMembers(view: MembersView): RenderedPage {
  const title = speaker(view).say('members.title')
  const about = view.account?.name ?? 'Timbre'
  return page(view, `${title} · ${about}`, <MembersPage view={view} />)
}

/** `/members/remove`: confirmation before a member is removed. */
export function renderMemberRemoval(view: MemberRemovalView): RenderedPage {
  const { heading } = removalWords(view, speaker(view))
  return page(view, `${heading} · Timbre`, <RemovalPage view={view} />)
}

function page({ languageTag, theme }: SignedInView, title: string, body: VNode): RenderedPage {
  return renderDocument({ languageTag, theme, title, styles: signedInStyles + styles, body })
}

function MembersPage({ view }: { view: MembersView }) {
  const speak = speaker(view)
  const { say } = speak
  const { account, root, email } = view
  const here = account ? `${root}/members?account=${account.id}` : `${root}/members`
  return (
    <SignedInPage view={view} speak={speak} at="members" path={here} mainClass="members-page">
      <h1 class="page-title">
        {account ? say('members.heading', { account: account.name }) : say('members.title')}
      </h1>
      {view.done && <Done view={view} done={view.done} speak={speak} />}
      {view.problem && view.problem !== 'email' && (
        <p class="members-word problem" role="alert">
          <Icon name="warning" size={16} />
          {say(`members.problem.${view.problem}`)}
        </p>
      )}
      {view.hasReauthenticated && (
        <p class="members-word" role="status">
          {waitingWords(view, speak)}
        </p>
      )}
      <Invitations view={view} speak={speak} />
      <Accounts view={view} speak={speak} at="members" />
      {!account && view.invitations.length === 0 && <p class="lede">{say('members.none', { email })}</p>}
      {account?.isPaused && <p class="members-word">{say('members.paused')}</p>}
      {account && !account.list && <p class="members-word">{say('members.away')}</p>}
      {account?.list && <MemberTable view={view} account={account} list={account.list} speak={speak} />}
      {account?.list && account.list.mayInviteAs.length > 0 && (
        <MemberInvite view={view} account={account} roles={account.list.mayInviteAs} speak={speak} />
      )}
    </SignedInPage>
  )
}

/** What was done, and what is still to be done for it to have an effect. */
function Done({ view, done, speak }: { view: MembersView; done: DoneNotice; speak: Speaker }) {
  return (
    <div class="members-word" role="status">
      <p>{speak.say(`members.done.${done}`)}</p>
      {view.doneCoach && <CoachDone view={view} done={done} coach={view.doneCoach} speak={speak} />}
    </div>
  )
}

/** Whom the coach sees, with the way to the teams, or to the people. */
function CoachDone({
  view: { home, languageTag },
  done,
  coach: { email, teams },
  speak: { say },
}: {
  view: MembersView
  done: DoneNotice
  coach: NonNullable<MembersView['doneCoach']>
  speak: Speaker
}) {
  const slots = { email, teams: teamList(teams, languageTag) }
  const hasTeams = teams.length > 0
  if (done === 'accepted') {
    return (
      <p class="members-next">
        {hasTeams ? say('members.youSee', slots) : say('members.youSeeNoOne')}{' '}
        {hasTeams && <a href={`${home}people`}>{say('members.seePeople')}</a>}
      </p>
    )
  }
  if (hasTeams) return <p class="members-next">{say('members.done.coachSees', slots)}</p>
  return (
    <p class="members-next">
      {say(done === 'invited' ? 'members.done.coachInvited' : 'members.done.coach', slots)}{' '}
      <a href={`${home}settings#coaches`}>{say('members.chooseTeams')}</a>
    </p>
  )
}

/** Back from signing in: which form has what was entered. */
function waitingWords({ chosenRole, account }: MembersView, { say }: Speaker): string {
  const member = account?.list?.members.find(({ id }) => id === chosenRole?.memberId)
  const role = memberRoles.find((one) => one === chosenRole?.role)
  if (!member || !role) return say('again.back')
  const button = say('members.changeRole')
  return say('members.roleWaits', { role: say(`members.role.${role}`), email: member.email, button })
}

/** Invitations to the reader. */
function Invitations({ view, speak }: { view: MembersView; speak: Speaker }) {
  if (view.invitations.length === 0) return null
  return (
    <section class="members-section" aria-labelledby="invitations">
      <h2 id="invitations" class="section">
        {speak.say('members.invitations')}
      </h2>
      <InvitationList
        root={view.root}
        fields={{ proof: view.csrfToken }}
        list={view.invitations}
        speak={speak}
      />
    </section>
  )
}

function RemovalPage({ view }: { view: MemberRemovalView }) {
  const speak = speaker(view)
  const { heading, text, button } = removalWords(view, speak)
  const back = `${view.root}/members?account=${view.account.id}`
  const here = `${view.root}/members/remove?account=${view.account.id}&member=${view.member.id}`
  return (
    <SignedInPage view={view} speak={speak} at="members" isBelow path={here} mainClass="members-page">
      <h1 class="page-title">{heading}</h1>
      <p class="lede">{text}</p>
      <form class="members-question" method="post" action={`${view.root}/members/remove`}>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <input type="hidden" name="account" value={view.account.id} />
        <input type="hidden" name="member" value={view.member.id} />
        <input type="hidden" name="state" value={view.member.state} />
        <a class="button" href={back}>
          {speak.say('members.cancel')}
        </a>
        <button class="button button-main" type="submit">
          {button}
        </button>
      </form>
    </SignedInPage>
  )
}

function removalWords({ account, member }: MemberRemovalView, { say }: Speaker) {
  const kind = member.isSelf ? 'leave' : member.state === 'accepted' ? 'remove' : 'takeBack'
  const slots = { account: account.name, email: member.email }
  return {
    heading: say(`members.${kind}.heading`, slots),
    text: say(`members.${kind}.text`, slots),
    button: say(`members.${kind}.button`, slots),
  }
}
