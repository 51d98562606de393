import type { ComponentChildren } from 'preact'
import type { AccessView, LinkKindView, LinkRow } from '../../src/http/views/access-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import { AccessGroup } from './access-group.tsx'
import type { Speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'

const headings = {
  report: 'access.reports',
  share: 'access.shares',
  invite: 'access.invites',
} as const satisfies Record<LinkKindView, MessageKey>

type Part = { view: AccessView; speak: Speaker }
type Reach = NonNullable<NonNullable<AccessView['account']>['reach']>

/** From this many links on, they can be searched. */
const searchedFrom = 10

/** Active links by kind, paginated, and a search for those of a person. */
export function LinkSections({ view, speak, reach: { sections, search, own } }: Part & { reach: Reach }) {
  const { say } = speak
  const ofPeople = sections.filter(({ kind }) => kind !== 'share')
  const count = ofPeople.reduce((sum, section) => sum + section.count, 0)
  // A search and the later pages of a list are about these links only.
  const isWanted = search !== undefined || own === undefined
  const shown = search === undefined ? sections : ofPeople.filter((section) => section.count > 0)
  return (
    <>
      {(search !== undefined || count >= searchedFrom) && (
        <Search view={view} speak={speak} search={search} />
      )}
      {shown.length === 0 && <p class="members-word">{say('access.noMatch', { text: search ?? '' })}</p>}
      {shown.map(({ kind, count, links, more, first }) => (
        <AccessGroup
          key={kind}
          id={kind}
          heading={say(headings[kind])}
          count={count}
          isOpen={isWanted || view.opened === kind}
          speak={speak}
        >
          <ul class="rule">
            {links.map((link) => (
              <Row key={link.id} view={view} speak={speak} kind={kind} link={link} />
            ))}
          </ul>
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
        </AccessGroup>
      ))}
    </>
  )
}

/** A form without a script: it opens this page with the links that it finds. */
function Search({ view, speak: { say }, search }: Part & { search: string | undefined }) {
  return (
    <section class="members-section" aria-labelledby="links">
      <h2 id="links" class="section">
        {say('access.searchHeading')}
      </h2>
      <form class="access-search" method="get" action={`${view.root}/access`}>
        <input type="hidden" name="account" value={view.account?.id} />
        <label for="q">{say('access.search')}</label>
        <input class="field" id="q" name="q" type="search" maxLength={100} value={search ?? ''} />
        <button class="button" type="submit">
          {say('access.searchButton')}
        </button>
        {search !== undefined && (
          <p class="access-more">
            <a href={`${view.root}/access?account=${view.account?.id}`}>{say('access.first')}</a>
          </p>
        )}
      </form>
    </section>
  )
}

/** One link: whose it is, until when, whether it is used, and one button. The rest is shown on demand. */
function Row({ view, speak, kind, link }: Part & { kind: LinkKindView; link: LinkRow }) {
  const { say, date } = speak
  const name = nameOf(kind, link, speak)
  const [maker, used] = [makerOf(link, speak), useOf(view, link, speak)]
  return (
    <li class="row access-row">
      <div>
        <p class="statement">
          {link.profileId === null ? name : <a href={`/people/${link.profileId}`}>{name}</a>}
        </p>
        <details class="access-facts">
          <summary class="second muted">
            {say('access.until')} {date(link.expiresAt)}
            {used && ` · ${used}`}
          </summary>
          <p class="second muted">
            {say('access.made')}: {date(link.createdAt)}
            {maker !== null && ` · ${say('access.madeBy')}: ${maker}`}
          </p>
          {link.profileId !== null && (link.linksOfPerson ?? 0) > 1 && (
            <EndForm view={view} kind={kind} link={link}>
              <button class="plain-button" type="submit" name="person" value={link.profileId}>
                {say('access.endPerson')}
                <span class="out-of-sight"> {name}</span>
              </button>
            </EndForm>
          )}
        </details>
      </div>
      <EndForm view={view} kind={kind} link={link}>
        <button class="button button-small" type="submit" aria-label={say('access.endOf', { what: name })}>
          {say('access.end')}
        </button>
      </EndForm>
    </li>
  )
}

function EndForm({
  view,
  kind,
  link,
  children,
}: {
  view: AccessView
  kind: LinkKindView
  link: LinkRow
  children: ComponentChildren
}) {
  const search = view.account?.reach?.search
  return (
    <form method="post" action={`${view.root}/access/end`}>
      <input type="hidden" name="proof" value={view.csrfToken} />
      <input type="hidden" name="account" value={view.account?.id} />
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="link" value={link.id} />
      {search !== undefined && <input type="hidden" name="q" value={search} />}
      {children}
    </form>
  )
}

function nameOf(kind: LinkKindView, link: LinkRow, { say, date }: Speaker): string {
  if (link.profileId !== null) return link.personName ?? say('access.unnamed')
  return kind === 'report' ? say('access.team') : date(link.createdAt)
}

/** Who created the link; null if that isn't recorded. */
function makerOf({ madeBy, bySelf, byProgram }: LinkRow, { say }: Speaker): string | null {
  if (bySelf) return say('access.bySelf')
  return madeBy ?? (byProgram ? say('access.byProgram') : null)
}

/** When the link was last used; empty if that isn't recorded. */
function useOf(
  { languageTag, now }: AccessView,
  { lastUsedAt, isUnused }: LinkRow,
  { say }: Speaker,
): string {
  if (lastUsedAt === null) return isUnused ? say('apps.neverUsed') : ''
  return `${say('apps.lastUsed')}: ${formatRelativeTime(languageTag, lastUsedAt, now) ?? say('apps.justNow')}`
}
