import type { AuditEntry } from '../client/types.ts'
import { assessmentNames } from '../words/assessment-names.ts'

/** The actor: the name while the member exists, later the end of the id. The audit log has the full id. */
export function actorLine({ kind, id, clientId, name, clientName }: AuditEntry['actor']): string {
  if (kind === 'person' || kind === 'system' || kind === 'operator') return kinds[kind]
  const app = clientId === 'dashboard' ? 'the dashboard' : (clientName ?? 'an app')
  const through = kind === 'member' && clientId ? `, through ${app}` : ''
  return `${name ?? `${kinds[kind]} …${id.slice(-6)}`}${through}`
}

/** What the entry is about, in a few words: the completed assessment, or the names of the changed fields. */
export function changedFields({ changes }: AuditEntry): string {
  const { fields, assessment } = changes
  if (assessment === 'disc' || assessment === 'focus' || assessment === 'core') {
    return assessmentNames[assessment]
  }
  return Array.isArray(fields) ? fields.map((field) => names[String(field)] ?? String(field)).join(', ') : ''
}

const kinds: Record<AuditEntry['actor']['kind'], string> = {
  client: 'API key',
  member: 'Member',
  person: 'The person',
  operator: 'Operator',
  system: 'The service',
}

const names: Record<string, string> = {
  firstName: 'first name',
  lastName: 'last name',
  email: 'email',
  phone: 'phone',
  locale: 'language',
  customId: 'key',
  tagIds: 'tags',
  assessmentIds: 'assessments',
}
