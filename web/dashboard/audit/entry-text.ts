import type { AuditEntry } from '../client/types.ts'
import { humanizeName } from '../words/name-in-words.ts'

/** The main text, and a smaller note with its type. */
type EntryText = { readonly words: string; readonly note?: string | undefined }

/** Who made a change. Entries contain names if the token can read them. Deleted people have none. */
export function actorText({
  actor,
  target,
  action,
}: Pick<AuditEntry, 'actor' | 'target' | 'action'>): EntryText {
  const { kind, id, name } = actor
  if (action === failed) return { words: 'Someone unknown', note: 'Counted by the service' }
  if (kind === 'operator') return { words: 'Administrator', note: 'From its shell' }
  if (kind === 'system') return { words: 'The service', note: humanizeName(id) }
  if (kind === 'person') {
    if (target.type === 'profile' && target.id === id) return { words: 'The person themselves' }
    return entryText(name, 'Person')
  }
  if (kind === 'client') return entryText(name, 'API key')
  return entryText(name, 'Member', 'A member who has left')
}

/** The app or API key that was used, unless it is already the actor. */
export function clientText({ kind, clientId, clientName }: AuditEntry['actor']): string | undefined {
  if (clientId === null || kind === 'client') return undefined
  if (clientId === dashboard) return 'through the dashboard'
  return `through ${clientName ?? 'an app'}`
}

/** What was changed. */
export function targetText({ actor, target, changes, action }: AuditEntry): EntryText {
  const { type, name } = target
  if (type === 'member' && actor.kind === 'member' && actor.id === target.id) return { words: 'Themselves' }
  if (type === 'account' && action === failed) return { words: othersCalled(changes.members) }
  const app = typeof changes.appName === 'string' ? changes.appName : undefined
  if (type === 'app' && changes.clientId === dashboard) return { words: 'The dashboard' }
  if (type === 'share_link' || type === 'report_link') return { words: kindsOfTargets[type] ?? type }
  return entryText(name || (app ?? name), kindsOfTargets[type] ?? humanizeName(type))
}

/** What was done. Early sign-ins were recorded as an app being granted access, and stay so. */
export function actionText({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (changes.clientId === dashboard && action === 'connect_app') return 'Sign in'
  if (changes.clientId === dashboard && action === 'disconnect_app') return 'Sign out'
  if (action === failed && typeof changes.count === 'number') {
    return changes.count === 1
      ? '1 failed sign-in'
      : `${changes.count.toLocaleString('en-GB')} failed sign-ins`
  }
  return humanizeName(action)
}

/** For members without an entry of their own in that hour. */
function othersCalled(members: unknown): string {
  return members === 1 ? '1 other member' : `${members} other members`
}

/** In lower case inside a sentence, except abbreviations. */
export function lowerFirst(text: string): string {
  return /^\p{Lu}{2}/u.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1)
}

const dashboard = 'dashboard'
const failed = 'sign_in_failed'

const kindsOfTargets: Record<string, string> = {
  account: 'Account',
  app: 'App',
  client: 'API key',
  member: 'Member',
  profile: 'Person',
  report_link: 'Link to a report',
  resource_alias: 'Key of another system',
  share_link: 'Link for many',
  tag: 'Tag',
}

/** Without permission to read names, only the type. With it, a target without a name no longer exists. */
function entryText(
  name: string | null | undefined,
  kind: string,
  gone = `${kind}, no longer here`,
): EntryText {
  if (name === undefined) return { words: kind }
  return name === null ? { words: gone } : { words: name, note: kind }
}
