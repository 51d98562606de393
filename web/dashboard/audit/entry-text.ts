import type { AuditEntry } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { actionName } from '../words/audit-names.ts'
import { humanizeName } from '../words/name-in-words.ts'
import { words } from './words.ts'

/** The main text, a smaller note with its type, and the label of a filter by it. */
type EntryText = { readonly text: string; readonly note?: string | undefined; readonly filter: string }

/** Who made a change. Entries contain names if the token can read them. Deleted people have none. */
export function actorText({
  actor: { kind, id, name },
  target,
  action,
}: Pick<AuditEntry, 'actor' | 'target' | 'action'>): EntryText {
  const { actors, filters } = words
  if (action === failed) return textOfKind(actors.unknown)
  if (kind === 'operator') return textOfKind(actors.operator)
  if (kind === 'system') return { ...textOfKind(actors.system), note: parts[id] ?? humanizeName(id) }
  if (kind === 'person' && target.type === 'profile' && target.id === id) return textOfKind(actors.self)
  return entryText(name, actors[kind], filters.by)
}

/** The app or API key that was used, unless it is already the actor. */
export function clientText({ kind, clientId, clientName }: AuditEntry['actor']): string | undefined {
  if (clientId === null || kind === 'client') return undefined
  if (clientId === dashboard) return words.through.dashboard
  return clientName == null ? words.through.app : fill(words.through.named, { name: clientName })
}

/** What was changed. */
export function targetText({ actor, target, changes, action }: AuditEntry): EntryText {
  const { type, name } = target
  if (type === 'member' && actor.kind === 'member' && actor.id === target.id) {
    return textOfKind(words.themselves)
  }
  if (type === 'account' && action === failed) return othersCalled(Number(changes.members))
  if (type === 'app' && changes.clientId === dashboard) return textOfKind(words.dashboard)
  const kind = targets[type] ?? unknownKind(type)
  if (nameless.has(type)) return textOfKind(kind)
  const app = typeof changes.appName === 'string' ? changes.appName : undefined
  return entryText(name || (app ?? name), kind, words.filters.on)
}

/** What was done. Early sign-ins were recorded as an app being granted access, and stay so. */
export function actionText({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string {
  if (changes.clientId === dashboard && action === 'connect_app') return words.signIn
  if (changes.clientId === dashboard && action === 'disconnect_app') return words.signOut
  if (action === failed && typeof changes.count === 'number') return count(words.failedSignIns, changes.count)
  return actionName(action)
}

/** For members without an entry of their own in that hour. */
function othersCalled(members: number): EntryText {
  const { kind, filter } = words.otherMembers
  return { text: count(kind, members), filter: count(filter, members) }
}

/** The client id of the dashboard itself. */
export const dashboard = 'dashboard'
const failed = 'sign_in_failed'

type Kind = {
  readonly kind: string
  readonly note?: string
  readonly filter: string
  /** For one that no longer exists. */
  readonly gone?: string
  readonly filterGone?: string
}

const parts: Readonly<Record<string, string>> = words.parts
const targets: Readonly<Record<string, Kind>> = words.targets

/** They have no names, so that none doesn't mean that they are gone. */
const nameless = new Set(['share_link', 'report_link', 'message', 'order'])

/** For a type that has no words yet. */
function unknownKind(type: string): Kind {
  const kind = humanizeName(type)
  return { kind, filter: fill(words.filters.on, { name: kind }) }
}

function textOfKind({ kind, note, filter }: Kind): EntryText {
  return { text: kind, note, filter }
}

/** Without permission to read names, only the type. With it, a target without a name no longer exists. */
function entryText(name: string | null | undefined, kind: Kind, filter: string): EntryText {
  if (name === undefined) return { text: kind.kind, filter: kind.filter }
  if (name === null) return { text: kind.gone ?? kind.kind, filter: kind.filterGone ?? kind.filter }
  return { text: name, note: kind.kind, filter: fill(filter, { name }) }
}
