import { failureReasons, messageStates } from '../words/message-codes.ts'

/** Search parameters of the list of messages: filters, and the message before which the page starts. */
export type MessagesSearch = {
  status?: (typeof messageStates)[number]
  channel?: 'email' | 'sms'
  failure?: (typeof failureReasons)[number]
  /** The beginning of a name or an email address. */
  person?: string
  before?: string
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readMessagesSearch(params: Record<string, unknown>): MessagesSearch {
  // The router parses values that look like numbers.
  const before = String(params.before ?? '')
  const person = String(params.person ?? '')
    .trim()
    .slice(0, 100)
  return {
    ...oneOf('status', params.status, messageStates),
    ...oneOf('channel', params.channel, ['email', 'sms'] as const),
    ...oneOf('failure', params.failure, failureReasons),
    ...(person && { person }),
    ...(/^[0-9a-f]{24}$/.test(before) ? { before } : {}),
  }
}

function oneOf<Name extends string, Value extends string>(
  name: Name,
  given: unknown,
  values: readonly Value[],
): { [key in Name]?: Value } {
  const value = values.find((one) => one === given)
  return value ? ({ [name]: value } as { [key in Name]: Value }) : {}
}
