import { isForCoaches } from '../client/coach.ts'
import { settings } from '../client/settings.ts'
import type { Profile, Tag } from '../client/types.ts'
import { personName } from '../words/person-name.ts'

/** A page to open or an action to run. */
export type PaletteEntry = {
  readonly key: string
  readonly label: string
  /** The kind: Person, Tag, Page, Action. */
  readonly note: string
  readonly to?: string
  readonly search?: Record<string, unknown>
  /** A URL outside the dashboard. */
  readonly href?: string
  readonly opens?: 'keys'
}

/** Pages and actions that the token's scopes allow, and for coaches those that are theirs. */
export function pagesAndActions(may: (scope: string) => boolean, isLimited = false): readonly PaletteEntry[] {
  const all = allPagesAndActions(may)
  return isLimited
    ? all.filter(({ to, key }) => isForCoaches(to ?? '/people') && !key.endsWith('/clients'))
    : all
}

function allPagesAndActions(may: (scope: string) => boolean): readonly PaletteEntry[] {
  const page = (label: string, to: string) => ({ key: to, label, note: 'Page', to })
  const outside = (label: string, href: string) => ({ key: href, label, note: 'Page', href })
  return [
    ...(may('profiles:write')
      ? [{ key: 'invite', label: 'Invite people', note: 'Action', to: '/invite' }]
      : []),
    page('People', '/people'),
    ...(may('profiles:read') ? [page('Campaigns', '/campaigns')] : []),
    ...(may('profiles:write') ? [page('Public links', '/links')] : []),
    page('Teams', '/teams'),
    ...(may('tags:manage') ? [page('Tags', '/tags')] : []),
    page('First steps', '/welcome'),
    page('Audit log', '/audit'),
    page('Events', '/events'),
    page('Messages', '/messages'),
    page('Usage', '/usage'),
    page('Validation study', '/study'),
    page('Settings', '/settings'),
    page('Webhooks', '/settings/webhooks'),
    outside('Connected apps', `${settings.authUrl}/apps`),
    outside('API keys', `${settings.authUrl}/clients`),
    outside('Members', `${settings.authUrl}/members`),
    outside('Passkeys', `${settings.authUrl}/passkeys`),
    outside('Sessions', `${settings.authUrl}/sessions`),
    ...(may('account:write') ? [outside('Access', `${settings.authUrl}/access`)] : []),
    ...(may('account:write') ? [outside('Sign-in', `${settings.authUrl}/company`)] : []),
    outside('API reference', '/docs'),
    { key: 'keys', label: 'Show all keys', note: 'Action', opens: 'keys' },
  ]
}

/**
 * Matches in the order people, tags, pages and actions. In each group, labels that start with the letters come first,
 * then labels with a word that does, then other labels that contain them. People whom the service matched by another
 * field come last.
 */
export function matchingEntries(
  text: string,
  {
    people,
    tags,
    entries,
  }: {
    people: readonly Pick<Profile, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>[]
    tags: readonly Pick<Tag, 'id' | 'label'>[]
    entries: readonly PaletteEntry[]
  },
): readonly PaletteEntry[] {
  const letters = fold(text)
  const nearness = ({ label }: { label: string }) => matchRank(fold(label), letters)
  const nearest = <T extends { label: string }>(found: readonly T[]) =>
    found.toSorted((one, other) => nearness(one) - nearness(other))
  const matches = <T extends { label: string }>(all: readonly T[]) =>
    nearest(all.filter((one) => nearness(one) < 3))
  return [
    ...nearest(
      people.map((person) => ({
        key: person.id,
        label: personName(person),
        note: 'Person',
        to: `/people/${person.id}`,
      })),
    ).slice(0, 7),
    ...matches(text === '' ? [] : tags)
      .slice(0, 6)
      .map(({ id, label }) => ({ key: id, label, note: 'Tag', to: '/people', search: { tagIds: [id] } })),
    ...matches(entries),
  ]
}

/** 0: the label starts with the letters; 1: another word does; 2: the letters are inside a word; 3: no match. */
function matchRank(label: string, letters: string): 0 | 1 | 2 | 3 {
  const first = label.indexOf(letters)
  if (first <= 0) return first === 0 ? 0 : 3
  for (let at = first; at > 0; at = label.indexOf(letters, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? '')) return 1
  }
  return 2
}

/** Lower case, without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en')
}
