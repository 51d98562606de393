import { isForCoaches } from '../client/coach.ts'
import { settings } from '../client/settings.ts'
import type { Profile, Tag } from '../client/types.ts'
import { personName } from '../words/person-name.ts'
import { words } from './on-demand-words.ts'
import { words as shell } from './words.ts'

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
  const { kinds, pages } = words.palette
  const { pages: main } = shell
  const page = (label: string, to: string) => ({ key: to, label, note: kinds.page, to })
  const outside = (label: string, href: string) => ({ key: href, label, note: kinds.page, href })
  return [
    ...(may('profiles:write')
      ? [{ key: 'invite', label: shell.invite, note: kinds.action, to: '/invite' }]
      : []),
    page(main.people, '/people'),
    ...(may('profiles:read') ? [page(main.campaigns, '/campaigns')] : []),
    ...(may('profiles:write') ? [page(pages.links, '/links')] : []),
    page(main.teams, '/teams'),
    ...(may('tags:manage') ? [page(main.tags, '/tags')] : []),
    page(main.welcome, '/welcome'),
    page(main.audit, '/audit'),
    page(main.events, '/events'),
    page(pages.messages, '/messages'),
    page(main.usage, '/usage'),
    page(pages.study, '/study'),
    page(main.settings, '/settings'),
    page(pages.webhooks, '/settings/webhooks'),
    outside(main.apps, `${settings.authUrl}/apps`),
    outside(main.clients, `${settings.authUrl}/clients`),
    outside(main.members, `${settings.authUrl}/members`),
    outside(pages.passkeys, `${settings.authUrl}/passkeys`),
    outside(pages.sessions, `${settings.authUrl}/sessions`),
    ...(may('account:write') ? [outside(pages.access, `${settings.authUrl}/access`)] : []),
    ...(may('account:write') ? [outside(pages.signIn, `${settings.authUrl}/company`)] : []),
    outside(pages.reference, '/docs'),
    { key: 'keys', label: shell.keys.showAll, note: kinds.action, opens: 'keys' },
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
        note: words.palette.kinds.person,
        to: `/people/${person.id}`,
      })),
    ).slice(0, 7),
    ...matches(text === '' ? [] : tags)
      .slice(0, 6)
      .map(({ id, label }) => ({
        key: id,
        label,
        note: words.palette.kinds.tag,
        to: '/people',
        search: { tagIds: [id] },
      })),
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
