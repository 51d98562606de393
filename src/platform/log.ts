import { type DestinationStream, type Logger, pino } from 'pino'

export type Log = Logger

/**
 * One JSON line an event. What a line may hold is decided where it is written: routes are templates, never
 * raw addresses, and no header, body or personal field is logged. The redaction below is the second wall, for
 * fields that should never have got here.
 */
export function createLog(level: string, destination?: DestinationStream): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: () => `,"ts":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
      redact: { paths: forbiddenFields.flatMap((name) => [name, `*.${name}`]), censor: '[redacted]' },
      serializers: { err: describeError },
      hooks: { streamWrite: withoutSecrets },
    },
    destination ?? pino.destination({ fd: 1, sync: false }),
  )
}

const forbiddenFields = [
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
]

/** Our own secrets have a prefix and tokens begin like JSON; both are cut out of any text, stacks included. */
const secretText =
  /(tmb_(?:secret|link|take|code|rt)_)[\w-]+|eyJ[\w-]+\.[\w-]+\.[\w-]*|[\w.!#$%&'*+/=?^`{|}~-]+@[\w.-]+\.[a-z]{2,}/gi

function withoutSecrets(line: string): string {
  return line.replace(secretText, (_, prefix?: string) => `${prefix ?? ''}[redacted]`)
}

function describeError(error: Error & { code?: string }): Record<string, unknown> {
  return {
    type: error.name,
    message: error.message,
    code: error.code,
    stack: error.stack,
    ...(error.cause instanceof Error ? { cause: describeError(error.cause) } : {}),
  }
}
