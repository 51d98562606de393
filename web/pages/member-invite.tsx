import type { MembersView, RoleView, TeamChoicesView } from '../../src/http/views/members-view.ts'
import { Icon } from './icon.tsx'
import { HiddenFields } from './member-list.tsx'
import type { Speaker } from './messages.ts'

/** The invite form: an address, and a role that the reader may assign. */
export function MemberInvite({
  view,
  account,
  roles,
  speak,
}: {
  view: MembersView
  account: NonNullable<MembersView['account']>
  roles: readonly RoleView[]
  speak: Speaker
}) {
  const { say } = speak
  const isWrong = view.problem === 'email'
  // Not the highest role, so that no one becomes an owner by accident.
  const chosen = roles.find((role) => role === view.typed?.role) ?? 'user'
  const teamIds = view.typed ? view.typed.teamIds : []
  return (
    <section class="members-section" aria-labelledby="invite">
      <h2 id="invite" class="section">
        {say('members.invite')}
      </h2>
      <form class="member-invite rule" method="post" action={`${view.root}/members/invite`} noValidate>
        <HiddenFields view={view} account={account} />
        <div class="member-email">
          <label for="invitee">{say('members.email')}</label>
          {isWrong && (
            <p class="problem second" id="invitee-problem" role="alert">
              <Icon name="warning" size={16} />
              {say('members.problem.email')}
            </p>
          )}
          <input
            class="field"
            id="invitee"
            name="invitee"
            type="text"
            inputMode="email"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            required
            value={view.typed?.email ?? ''}
            aria-invalid={isWrong ? 'true' : undefined}
            aria-describedby={isWrong ? 'invitee-problem' : undefined}
            autofocus={isWrong}
          />
        </div>
        <fieldset class="member-roles">
          <legend>{say('members.inviteAs')}</legend>
          {roles.map((role) => (
            <label key={role} class="member-choice row">
              <input type="radio" name="role" value={role} checked={role === chosen} />
              <span>
                <span class="member-choice-name">{say(`members.role.${role}`)}</span>{' '}
                <span class="second muted">{say(`members.may.${role}`)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {roles.includes('coach') && account.teamChoices && teamIds && (
          <Teams choices={account.teamChoices} chosen={teamIds} speak={speak} />
        )}
        <button class="button button-main" type="submit">
          {say('members.send')}
        </button>
        <p class="note">{say('members.inviteNote')}</p>
      </form>
    </section>
  )
}

/** The teams of a coach. Where the browser can, they are shown only while that role is chosen. */
function Teams({
  choices: { tags, savedTeams },
  chosen,
  speak: { say },
}: {
  choices: TeamChoicesView
  chosen: readonly string[]
  speak: Speaker
}) {
  const all = [
    ...savedTeams.map((team) => ({ ...team, field: 'team' })),
    ...tags.map((tag) => ({ ...tag, field: 'tag' })),
  ]
  return (
    <fieldset class="member-teams" aria-describedby="teams-note">
      <legend>{say('members.teams')}</legend>
      <p class="second muted" id="teams-note">
        {say(all.length > 0 ? 'members.teamsNote' : 'members.teamsNone')}
      </p>
      {all.length > 0 && (
        <>
          <input type="hidden" name="teams" value="chosen" />
          <ul class="member-team-list">
            {all.map(({ id, name, field }) => (
              <li key={id}>
                <label class="member-team">
                  <input type="checkbox" name={field} value={id} checked={chosen.includes(id)} />
                  <bdi>{name}</bdi>
                </label>
              </li>
            ))}
          </ul>
        </>
      )}
    </fieldset>
  )
}
