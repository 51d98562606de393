import type { AuditEntry } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { formatList } from '../language/formats.ts'
import { assessmentNames } from '../words/assessment-names.ts'
import { actionName } from '../words/audit-names.ts'
import { words } from './words.ts'

/** The actor: the name while the member exists, later the end of the id. The audit log has the full id. */
export function actorLine({ kind, id, clientId, name, clientName }: AuditEntry['actor']): string {
  const { actors, throughApp, throughUnknown, throughDashboard } = words.entries
  if (kind === 'person' || kind === 'system' || kind === 'operator') return actors[kind]
  const actor = name ?? fill(actors[kind], { id: id.slice(-6) })
  if (kind === 'client' || !clientId) return actor
  if (clientId === 'dashboard') return fill(throughDashboard, { actor })
  return clientName ? fill(throughApp, { actor, app: clientName }) : fill(throughUnknown, { actor })
}

/** What was done, as someone says it who reads of a person. What has no such words has its name in the audit log. */
export function deedText(action: string): string {
  return actions[action] ?? actionName(action)
}

const actions: Readonly<Record<string, string>> = words.entries.actions

/** What the entry is about, in a few words: the completed assessment, or the names of the changed fields. */
export function changedFields({ changes }: AuditEntry): string {
  const { fields, assessment } = changes
  if (assessment === 'disc' || assessment === 'focus' || assessment === 'core') {
    return assessmentNames[assessment]
  }
  if (!Array.isArray(fields)) return ''
  return formatList(fields.map((field) => names[String(field)] ?? String(field)))
}

const names: Readonly<Record<string, string>> = words.entries.fields
