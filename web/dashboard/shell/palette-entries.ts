import { isForCoaches } from '../client/coach.ts'
import { settings } from '../client/settings.ts'
import type { Profile, Tag } from '../client/types.ts'
import { words as ofSettings } from '../settings/words.ts'
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
  /** The part of the page. */
  readonly hash?: string
  /** What people may call it, separated by commas. */
  readonly keywords?: string
  /** A URL outside the dashboard. */
  readonly href?: string
  readonly opens?: 'keys'
}

/** Pages and actions that the token's scopes allow, and for coaches those that are theirs. */
export function pagesAndActions(may: (scope: string) => boolean, isLimited = false): readonly PaletteEntry[] {
  const all = allPagesAndActions(may)
  return isLimited
    ? all.filter(({ to, key }) => isForCoaches(to ?? '/people') && !/\/(clients|docs)$/.test(key))
    : all
}

type Keyword = keyof typeof words.palette.keywords

function allPagesAndActions(may: (scope: string) => boolean): readonly PaletteEntry[] {
  const { kinds, pages, keywords } = words.palette
  const { pages: main } = shell
  const page = (name: Keyword, label: string, to: string) => ({
    ...{ key: to, label, note: kinds.page, to, keywords: keywords[name] },
  })
  const outside = (name: Keyword, label: string, path: string) => {
    const href = `${settings.authUrl}/${path}`
    return { key: href, label, note: kinds.page, href, keywords: keywords[name] }
  }
  const [canWrite, canSet] = [may('profiles:write'), may('account:write')]
  return [
    ...(canWrite ? [{ ...page('invite', shell.invite, '/invite'), key: 'invite', note: kinds.action }] : []),
    page('people', main.people, '/people'),
    ...(may('profiles:read') ? [page('campaigns', main.campaigns, '/campaigns')] : []),
    ...(canWrite ? [page('links', pages.links, '/links')] : []),
    page('teams', main.teams, '/teams'),
    page('compare', pages.compare, '/compare'),
    ...(may('tags:manage') ? [page('tags', main.tags, '/tags')] : []),
    page('welcome', main.welcome, '/welcome'),
    page('audit', main.audit, '/audit'),
    page('events', main.events, '/events'),
    page('messages', pages.messages, '/messages'),
    page('usage', main.usage, '/usage'),
    page('study', pages.study, '/study'),
    page('settings', main.settings, '/settings'),
    page('connections', ofSettings.pages.connections.name, '/settings/connections'),
    page('webhooks', pages.webhooks, '/settings/webhooks'),
    page('sender', ofSettings.pages.sender.name, '/settings/sender'),
    ...sectionIds
      .filter((id) => id !== 'coaches' || (canSet && may('profiles:read')))
      .map((id) => ({
        ...page(id, ofSettings[id].title, '/settings'),
        ...{ key: `/settings#${id}`, note: kinds.setting, hash: id },
      })),
    outside('apps', main.apps, 'apps'),
    outside('clients', main.clients, 'clients'),
    outside('members', main.members, 'members'),
    outside('passkeys', pages.passkeys, 'passkeys'),
    outside('sessions', pages.sessions, 'sessions'),
    ...(canSet
      ? [outside('access', pages.access, 'access'), outside('signIn', pages.signIn, 'company')]
      : []),
    { key: '/docs', label: pages.reference, note: kinds.page, href: '/docs', keywords: keywords.reference },
    { key: 'keys', label: shell.keys.showAll, note: kinds.action, opens: 'keys', keywords: keywords.keys },
  ]
}

/** The sections of the settings, in their order. */
const sectionIds = [
  ...(['logo', 'language', 'emails', 'reminders', 'color', 'taking', 'debriefs', 'retention'] as const),
  ...(['notices', 'coaches', 'account'] as const),
]

/**
 * Matches in the order people, tags, pages and actions. In each group, labels that start with the letters come first,
 * then labels with a word that does, then other labels that contain them, then pages that are also known by another word.
 * People whom the service matched by another field come last.
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
  const matches = <T extends { label: string; keywords?: string | undefined }>(all: readonly T[]) =>
    nearest(all.filter((one) => nearness(one) < 3 || isKnownAs(one.keywords, letters)))
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

/** Whether one of these words, which are separated by commas, starts with the letters. */
function isKnownAs(keywords: string | undefined, letters: string): boolean {
  return (keywords ?? '').split(', ').some((word) => matchRank(fold(word), letters) < 2)
}

/** Lower case, without accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLocaleLowerCase('en')
}
