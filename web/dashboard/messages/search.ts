import { known, oneOf, publicId, type SearchParams, textParam } from '../client/search-params.ts'
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
export function readMessagesSearch(params: SearchParams): MessagesSearch {
  const person = String(params.person ?? '')
    .trim()
    .slice(0, 100)
  return known({
    status: oneOf(params.status, messageStates),
    channel: oneOf(params.channel, ['email', 'sms']),
    failure: oneOf(params.failure, failureReasons),
    person: person || undefined,
    before: textParam(params.before, publicId),
  })
}
