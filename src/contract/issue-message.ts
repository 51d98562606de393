import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/**
 * What is wrong with a field, as the end of a sentence that starts with the field's name. Shapes with a better
 * message have their own, in lower case. The library's messages never reach a caller, because they mention types.
 */
export function issueMessage(issue: Issue, value: unknown): string {
  const own = /^[a-z]/.test(issue.message) ? issue.message.replace(/\.$/, '') : undefined
  if (value === undefined && wants.has(issue.code) && !own?.startsWith('is required')) return 'is required'
  return own ?? plain(issue)
}

/** The codes that the library uses for a missing field. */
const wants: ReadonlySet<string> = new Set(['invalid_type', 'invalid_value', 'invalid_union'])

function plain(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return types[issue.expected] ?? 'is not of the right type'
    case 'invalid_value':
      return issue.values.length === 1
        ? `must be ${String(issue.values[0])}`
        : `must be one of ${issue.values.map(String).join(', ')}`
    case 'too_big':
      return tooMuch(issue.origin, Number(issue.maximum), issue.inclusive !== false)
    case 'too_small':
      return tooLittle(issue.origin, Number(issue.minimum), issue.inclusive !== false)
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}`
    case 'invalid_format':
      return formats[issue.format] ?? 'has the wrong format'
    case 'invalid_union':
      return 'matches none of the allowed formats'
    case 'invalid_key':
      return 'contains a field name that is not allowed'
    case 'unrecognized_keys':
      return `contains an unknown field: ${issue.keys[0]?.slice(0, 60)}`
    default:
      return 'is not allowed'
  }
}

const types: Readonly<Record<string, string>> = {
  string: 'must be text',
  boolean: 'must be true or false',
  number: 'must be a number',
  int: 'must be a whole number',
  array: 'must be a list',
  object: 'must be an object',
  record: 'must be an object',
  null: 'must be null',
}

const formats: Readonly<Record<string, string>> = {
  datetime: 'is not an ISO 8601 date-time, such as 2026-11-21T09:00:00Z',
  email: 'is not an email address such as ada@example.com',
  url: 'is not a complete URL such as https://example.com',
  base64: 'is not base64 with its padding (RFC 4648 section 4)',
}

function tooMuch(origin: string, most: number, isInclusive: boolean): string {
  if (origin === 'string') return `is too long: at most ${counted(most, 'character', 'characters')}`
  if (origin === 'array' || origin === 'set')
    return `has too many entries: at most ${counted(most, 'entry', 'entries')}`
  return isInclusive ? `must be at most ${most}` : `must be less than ${most}`
}

function tooLittle(origin: string, least: number, isInclusive: boolean): string {
  if (origin === 'string' && least === 1) return 'must not be empty'
  if (origin === 'string') return `is too short: at least ${counted(least, 'character', 'characters')}`
  if (origin === 'array' || origin === 'set')
    return `has too few entries: at least ${counted(least, 'entry', 'entries')}`
  return isInclusive ? `must be at least ${least}` : `must be more than ${least}`
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
