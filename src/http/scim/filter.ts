import { ScimError } from './errors.ts'
import { withoutSchema } from './resources.ts'

export type Filter = { attribute: 'userName' | 'externalId' | 'email' | 'id'; value: string }

const attributes: Record<string, Filter['attribute']> = {
  username: 'userName',
  externalid: 'externalId',
  'emails.value': 'email',
  emails: 'email',
  id: 'id',
}

/**
 * `attribute eq "value"` (RFC 7644 section 3.4.2.2), for the attributes by which directories look for a user. Names and
 * operators are compared without regard to case. Everything else is refused as `invalidFilter`.
 */
export function readFilter(text: string): Filter {
  const trimmed = text.trim()
  const byType = /^emails\[\s*type\s+eq\s+"work"\s*\]\.value\s+eq\s+(".*")$/i.exec(trimmed)
  const match = /^(\S+)\s+eq\s+(".*")$/i.exec(trimmed)
  const name = byType ? 'emails.value' : withoutSchema(match?.[1] ?? '').toLowerCase()
  const attribute = Object.hasOwn(attributes, name) ? attributes[name] : undefined
  const value = textIn(byType?.[1] ?? match?.[2] ?? '')
  if (attribute !== undefined && value !== undefined && value.length <= 300) return { attribute, value }
  throw new ScimError(
    400,
    'Supported filters are userName eq "…", externalId eq "…", emails.value eq "…" and id eq "…".',
    'invalidFilter',
  )
}

/** A JSON string (RFC 8259), as values of filters are. */
export function textIn(json: string): string | undefined {
  try {
    const value: unknown = JSON.parse(json)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}
