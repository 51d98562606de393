import type { AuditEntry } from '../api/types.ts'

/** Who did it; members and clients are told apart by the end of their id, which stands in full in the log. */
export function actorInWords({ kind, id, clientId }: AuditEntry['actor']): string {
  const through = kind === 'member' && clientId ? ', through an app' : ''
  return kind === 'person' || kind === 'system' ? kinds[kind] : `${kinds[kind]} …${id.slice(-6)}${through}`
}

/** The names of the fields that changed, where the entry tells them. */
export function fieldsOf({ changes }: AuditEntry): string {
  const { fields } = changes
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
