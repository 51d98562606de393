import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasScope } from '../client/access.ts'
import { settings } from '../client/settings.ts'
import { words } from './words.ts'

const { pages } = words

/** The pages that belong to the settings, in groups, each with what it is for. */
export function SubPages({ accountId }: { accountId: string }) {
  const outside = (path: string) => `${settings.authUrl}/${path}`
  const ofAccount = (path: string) => outside(`${path}?account=${accountId}`)
  return (
    <section className="setting">
      <h2 className="section">{pages.title}</h2>
      <div className="sub-pages">
        <Group title={pages.people}>
          <SubPage page="members" href={ofAccount('members')} />
          <SubPage page="apps" href={outside('apps')} />
          <SubPage page="keys" href={ofAccount('clients')} />
        </Group>
        <Group title={pages.data} className="sub-pages-two">
          <SubPage page="sender" to="/settings/sender" />
          <SubPage page="messages" to="/messages" />
          <SubPage page="webhooks" to="/settings/webhooks" />
          <SubPage page="events" to="/events" />
          <SubPage page="connections" to="/settings/connections" />
          <SubPage page="study" to="/study" />
        </Group>
        <Group title={pages.security}>
          {hasScope('account:write') && <SubPage page="access" href={ofAccount('access')} />}
          {hasScope('account:write') && <SubPage page="company" href={ofAccount('company')} />}
          <SubPage page="sessions" href={outside('sessions')} />
        </Group>
      </div>
    </section>
  )
}

function Group({ title, className, children }: { title: string; className?: string; children: ReactNode }) {
  return (
    <div className={className}>
      <h3 className="note">{title}</h3>
      <ul>{children}</ul>
    </div>
  )
}

type Target =
  | {
      to:
        | '/settings/sender'
        | '/messages'
        | '/settings/webhooks'
        | '/events'
        | '/settings/connections'
        | '/study'
    }
  /** Outside the dashboard. */
  | { href: string }

function SubPage({ page, ...target }: { page: SubPageName } & Target) {
  const { name, text } = pages[page]
  return (
    <li>
      {'to' in target ? <Link to={target.to}>{name}</Link> : <a href={target.href}>{name}</a>}
      <span className="note">{text}</span>
    </li>
  )
}

type SubPageName = Exclude<keyof typeof pages, 'title' | 'people' | 'data' | 'security'>
