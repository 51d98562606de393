import type { Profile, Tag } from '../api/types.ts'
import { nameOf } from '../ui/person-name.ts'
import { settings } from './settings.ts'

/** Something to go to or to do. */
export type Found = {
  readonly key: string
  readonly label: string
  /** What it is: Person, Tag, Page, Action. */
  readonly note: string
  readonly to?: string
  readonly search?: Record<string, unknown>
  /** An address outside the dashboard. */
  readonly href?: string
  readonly opens?: 'keys'
}

/** Pages and actions, as far as the token allows what they are for. */
export function pagesAndActions(may: (scope: string) => boolean): readonly Found[] {
  const page = (label: string, to: string) => ({ key: to, label, note: 'Page', to })
  const outside = (label: string, href: string) => ({ key: href, label, note: 'Page', href })
  return [
    ...(may('profiles:write')
      ? [{ key: 'invite', label: 'Invite people', note: 'Action', to: '/invite' }]
      : []),
    page('People', '/people'),
    page('Teams', '/teams'),
    ...(may('tags:manage') ? [page('Tags', '/tags')] : []),
    page('First steps', '/welcome'),
    page('Audit log', '/audit'),
    page('Usage', '/usage'),
    page('Settings', '/settings'),
    outside('Connected apps', `${settings.authUrl}/apps`),
    outside('API keys', `${settings.authUrl}/clients`),
    outside('Members', `${settings.authUrl}/members`),
    outside('Passkeys', `${settings.authUrl}/passkeys`),
    outside('API reference', '/docs'),
    { key: 'keys', label: 'Show all keys', note: 'Action', opens: 'keys' },
  ]
}

/** What the letters mean: people as the service found them, then tags, then pages and actions that hold the letters. */
export function matching(
  text: string,
  {
    people,
    tags,
    entries,
  }: {
    people: readonly Pick<Profile, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>[]
    tags: readonly Pick<Tag, 'id' | 'label'>[]
    entries: readonly Found[]
  },
): readonly Found[] {
  const holds = (label: string) => fold(label).includes(fold(text))
  return [
    ...people.map((one) => ({
      key: one.id,
      label: nameOf(one),
      note: 'Person',
      to: `/people/${one.id}`,
    })),
    ...(text === '' ? [] : tags.filter(({ label }) => holds(label)))
      .slice(0, 6)
      .map(({ id, label }) => ({ key: id, label, note: 'Tag', to: '/people', search: { tagIds: [id] } })),
    ...entries.filter(({ label }) => holds(label)),
  ]
}

/** Letters without their accents and their case. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en')
}
