import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * One JSON line per event. What a line may contain is decided where it is written: routes are templates instead of
 * URLs, and no header, body or personal field is logged. The redaction below is a second defense, for fields that
 * should never have got here.
 */
export function createLog(level: string, destination: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"ts":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }), log: (fields) => redactFields(fields, 0) },
      serializers: { err: describeError },
      hooks: { streamWrite: redactSecrets },
    },
    destination,
  )
}

const forbiddenFields = new Set([
  'authorization',
  'cookie',
  'client_secret',
  'clientSecret',
  'token',
  'access_token',
  'email',
  'phone',
  'firstName',
  'lastName',
  'name',
  'to',
  'link',
  'password',
])

/** Forbidden fields redacted at any depth, in a copy if there are any. Errors are serialized separately. */
function redactFields(fields: Record<string, unknown>, depth: number): Record<string, unknown> {
  if (isPlain(fields)) return fields
  const entries = Object.entries(fields).map(([name, value]) => [
    name,
    forbiddenFields.has(name) ? '[redacted]' : redactValue(value, depth),
  ])
  return Object.fromEntries(entries)
}

/** Whether there is nothing to redact, as in the line of a request. */
function isPlain(fields: Record<string, unknown>): boolean {
  for (const name in fields) {
    if (typeof fields[name] === 'object' || forbiddenFields.has(name)) return false
  }
  return true
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null || value instanceof Error || value instanceof Date)
    return value
  if (depth > 5) return '[deep]'
  if (Array.isArray(value)) return value.map((item) => redactValue(item, depth + 1))
  return redactFields(value as Record<string, unknown>, depth + 1)
}

/**
 * Our own secrets have a prefix, JWTs begin like encoded JSON, and URLs may contain a password before the host. All of
 * these, and email addresses, are removed from all text, including stack traces.
 */
const secretText =
  /(tmb_(?:secret|link|share|report|take|person|login|attempt|known|provider|code|rt|reg|stop|notices|ats)_)[\w-]+|(?<=:\/\/)[^\s/@"]*:[^\s/@"]*(?=@)|eyJ[\w-]+\.[\w-]+\.[\w-]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\.[a-z]{2,}/gi

function redactSecrets(line: string): string {
  return mayHoldSecret(line) ? redactMatches(line) : line
}

/** What every alternative of `secretText` has in it. Ordinary lines have none, and this takes a tenth of the time. */
function mayHoldSecret(line: string): boolean {
  const folded = line.toLowerCase()
  return folded.includes('@') || folded.includes('tmb_') || folded.includes('eyj')
}

function redactMatches(line: string): string {
  return line.replace(secretText, (_, prefix?: string) => `${prefix ?? ''}[redacted]`)
}

/** A thrown value need not be an Error. */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) }
  return {
    type: error.name,
    message: error.message,
    ...('code' in error ? { code: error.code } : {}),
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
