import { foldText } from '../../../src/contract/fold.ts'
import { isForCoaches } from '../client/coach.ts'
import { settings } from '../client/settings.ts'
import type { Campaign, Member, Profile, SavedTeam, Tag } from '../client/types.ts'
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

/** What the service has found or knows. */
type Found = {
  people: readonly Pick<Profile, 'id' | 'firstName' | 'lastName' | 'email' | 'phone'>[]
  members?: readonly Pick<Member, 'id' | 'email' | 'name'>[]
  campaigns?: readonly Pick<Campaign, 'id' | 'name'>[]
  savedTeams?: readonly Pick<SavedTeam, 'id' | 'name'>[]
  tags: readonly Pick<Tag, 'id' | 'label'>[]
  entries: readonly PaletteEntry[]
  accountId?: string | undefined
}

/**
 * Matches in the order people, members, campaigns, teams, tags, pages and actions. In each group, labels that start with
 * the letters come first, then labels with a word that does, then other labels that contain them, then those that are
 * also known by another word. People whose name is only similar to what was typed come after all of these.
 */
export function matchingEntries(text: string, found: Found): readonly PaletteEntry[] {
  const letters = fold(text)
  const { kinds } = words.palette
  const nearness = ({ label, keywords }: Pick<PaletteEntry, 'label' | 'keywords'>) =>
    Math.min(matchRank(fold(label), letters), isKnownAs(keywords, letters) ? 3 : 4)
  const nearest = (all: readonly PaletteEntry[]) =>
    all.toSorted((one, other) => nearness(one) - nearness(other))
  const matches = (all: readonly PaletteEntry[]) => nearest(all.filter((one) => nearness(one) < 4))
  const named = (all: readonly PaletteEntry[]) => (text === '' ? [] : matches(all).slice(0, 6))
  const people = nearest(
    found.people.map((person) => ({
      key: person.id,
      label: personName(person),
      note: kinds.person,
      to: `/people/${person.id}`,
      keywords: addressesOf(person, text),
    })),
  ).slice(0, 7)
  const { members = [], campaigns = [], savedTeams = [], tags, accountId } = found
  return [
    ...people.filter((one) => nearness(one) < 4),
    ...named(
      members.map(({ id, name, email }) => ({
        key: id,
        label: name ?? email,
        note: name === null ? kinds.member : `${kinds.member} · ${email}`,
        keywords: email,
        href: `${settings.authUrl}/members${accountId ? `?account=${accountId}` : ''}#member-${id}`,
      })),
    ),
    ...named(
      campaigns.map(({ id, name }) => ({
        key: id,
        label: name,
        note: kinds.campaign,
        to: `/campaigns/${id}`,
      })),
    ),
    ...named(
      savedTeams.map(({ id, name }) => ({
        key: id,
        label: name,
        note: kinds.savedTeam,
        to: '/teams',
        search: { savedTeamIds: [id] },
      })),
    ),
    ...named(
      tags.map(({ id, label }) => ({
        key: id,
        label,
        note: kinds.tag,
        to: '/people',
        search: { tagIds: [id] },
      })),
    ),
    ...matches(found.entries),
    ...people.filter((one) => nearness(one) === 4),
  ]
}

/** What else of a person the service compares exactly: the address, its domain, and the number by any part of it. */
function addressesOf({ email, phone }: Pick<Profile, 'email' | 'phone'>, text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^0+/, '')
  const isNumber = phone !== null && digits.length > 3 && phone.includes(digits)
  const domain = email?.replace(/^.*@/, '')
  return [email, domain, domain && `@${domain}`, isNumber && text].filter(Boolean).join(', ')
}

/** 0: the label starts with the letters; 1: another word does, or each word of them; 2: they are inside a word; 4: no match. */
function matchRank(label: string, letters: string): 0 | 1 | 2 | 4 {
  const first = label.indexOf(letters)
  if (first === 0) return 0
  for (let at = first; at > 0; at = label.indexOf(letters, at + 1)) {
    if (!/[\p{L}\p{N}]/u.test(label[at - 1] ?? '')) return 1
  }
  if (first > 0) return 2
  const [wanted, own] = [wordsOf(letters), wordsOf(label)]
  return wanted.length > 1 && wanted.every((word) => own.some((one) => one.startsWith(word))) ? 1 : 4
}

function wordsOf(text: string): string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? []
}

/** Whether one of these words, which are separated by commas, starts with the letters. */
function isKnownAs(keywords: string | undefined, letters: string): boolean {
  return (keywords ?? '').split(', ').some((word) => matchRank(fold(word), letters) < 2)
}

/** As the service folds what it searches; Korean in letters, so that a syllable is found while it is typed. */
function fold(text: string): string {
  return foldText(text).normalize('NFD')
}
