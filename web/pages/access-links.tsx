import type { AccessView, LinkKindView, LinkRow, LinkSection } from '../../src/http/views/access-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'

const headings = {
  report: 'access.reports',
  share: 'access.shares',
  invite: 'access.invites',
} as const satisfies Record<LinkKindView, MessageKey>

type Part = { view: AccessView; speak: Speaker }

/** Active links by kind, paginated. */
export function LinkSections({ view, speak, sections }: Part & { sections: readonly LinkSection[] }) {
  const { say } = speak
  return (
    <>
      {sections.map(({ kind, count, links, more, first }) => (
        <section key={kind} class="members-section" aria-labelledby={kind}>
          <h2 id={kind} class="section">
            {say(headings[kind])} <span class="muted">({count})</span>
          </h2>
          {links.length === 0 ? (
            <p class="muted">{say('access.none')}</p>
          ) : (
            <ul class="rule">
              {links.map((link) => (
                <Row key={link.id} view={view} speak={speak} kind={kind} link={link} />
              ))}
            </ul>
          )}
          {first && (
            <p class="access-more">
              <a href={first}>{say('access.first')}</a>
            </p>
          )}
          {more && (
            <p class="access-more">
              <a href={more}>
                {say('access.more')}
                <span class="out-of-sight"> {say(headings[kind])}</span>
              </a>
            </p>
          )}
        </section>
      ))}
    </>
  )
}

function Row({ view, speak, kind, link }: Part & { kind: LinkKindView; link: LinkRow }) {
  const { say, date } = speak
  const name = nameOf(kind, link, speak)
  return (
    <li class="row access-row">
      <div>
        <p class="statement">
          {link.profileId === null ? name : <a href={`/people/${link.profileId}`}>{name}</a>}
        </p>
        <p class="second muted">
          {say('access.until')} {date(link.expiresAt)} · {say('access.made')}: {date(link.createdAt)}
        </p>
        <p class="second muted">{makerAndUse(view, link, speak)}</p>
      </div>
      <form class="access-acts" method="post" action={`${view.root}/access/end`}>
        <input type="hidden" name="proof" value={view.csrfToken} />
        <input type="hidden" name="account" value={view.account?.id} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="link" value={link.id} />
        <button class="button button-small" type="submit" aria-label={say('access.endOf', { what: name })}>
          {say('access.end')}
        </button>
        {link.profileId !== null && (
          <button class="button button-small" type="submit" name="person" value={link.profileId}>
            {say('access.endPerson')}
            <span class="out-of-sight"> {name}</span>
          </button>
        )}
      </form>
    </li>
  )
}

function nameOf(kind: LinkKindView, link: LinkRow, { say, date }: Speaker): string {
  if (link.profileId !== null) return link.personName ?? say('access.unnamed')
  return kind === 'report' ? say('access.team') : date(link.createdAt)
}

/** Who created the link, if recorded, and when it was last used. */
function makerAndUse(
  { languageTag, now }: AccessView,
  { madeBy, bySelf, byProgram, lastUsedAt, isUnused }: LinkRow,
  { say }: Speaker,
): string {
  const who = bySelf ? say('access.bySelf') : (madeBy ?? (byProgram ? say('access.byProgram') : null))
  const facts = [
    ...(who === null ? [] : [`${say('access.madeBy')}: ${who}`]),
    ...(lastUsedAt === null
      ? []
      : [
          `${say('apps.lastUsed')}: ${formatRelativeTime(languageTag, lastUsedAt, now) ?? say('apps.justNow')}`,
        ]),
    ...(isUnused ? [say('apps.neverUsed')] : []),
  ]
  return facts.join(' · ')
}
