import type { z } from 'zod'
import { Failure, invalid } from './failure.ts'
import { issueMessage } from './issue-message.ts'
import { nearest } from './nearest.ts'

/**
 * Validates all external input. Returns it in the operation's own shape or throws an `invalid` failure that names the
 * field and says what to do.
 */
export function readInput<S extends z.ZodObject>(schema: S, input: Record<string, unknown>): z.output<S> {
  refuseBrokenText(input, '', 0)
  const parsed = schema.safeParse(input)
  if (parsed.success) return parsed.data
  throw failureOf(parsed.error.issues, Object.keys(schema.shape), input)
}

/** PostgreSQL can store neither NUL nor half a surrogate pair, and no real text contains one. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function refuseBrokenText(value: unknown, path: string, depth: number): void {
  if (depth > 20) {
    throw invalid('The input is nested too deeply.', { param: path.slice(0, longestName).toWellFormed() })
  }
  if (typeof value === 'string') {
    if (isStorableText(value)) return
    const param = path.slice(0, longestName).toWellFormed()
    throw invalid(`${param || 'The input'} contains a character that is not valid text.`, { param })
  } else if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) refuseBrokenText(item, `${path}[${index}]`, depth + 1)
  } else if (typeof value === 'object' && value !== null) {
    for (const [key, item] of Object.entries(value)) {
      refuseBrokenText(key, 'A field name', depth + 1)
      refuseBrokenText(item, path ? `${path}.${key}` : key, depth + 1)
    }
  }
}

/** Maximum characters of an unknown field name that an error repeats. */
const longestName = 60

function failureOf(
  issues: readonly z.core.$ZodIssue[],
  fieldNames: readonly string[],
  input: Record<string, unknown>,
): Failure {
  const issue = issues.find((one) => one.code === 'unrecognized_keys') ?? issues[0]
  if (!issue) return invalid('The input is invalid.')
  if (issue.code === 'unrecognized_keys') {
    const key = issue.keys[0] ?? ''
    const path = [...issue.path, key].join('.')
    const near = issue.path.length === 0 ? nearest(key, fieldNames) : undefined
    const shown = path.slice(0, longestName).toWellFormed()
    return new Failure('unknown_parameter', {
      message: `Unknown parameter "${shown}".${near ? ` Did you mean "${near}"?` : ''}`,
      param: shown,
    })
  }
  const param = issue.path.map(String).join('.')
  if (!param) return invalid(sentence(issue.message))
  return invalid(`${param} ${issueMessage(issue, valueAt(input, issue.path))}.`, { param })
}

/** The value at a path; the library does not keep it with the issue. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    input,
  )
}

function sentence(message: string): string {
  return message.endsWith('.') ? message : `${message}.`
}
