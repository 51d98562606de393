import { known, pageOf, publicId, type SearchParams, textOf } from '../client/search-params.ts'

/** Search parameters of the audit log: the API's filters, and the page. */
export type AuditSearch = {
  action?: string
  actorId?: string
  clientId?: string
  targetType?: string
  targetId?: string
  after?: string
  before?: string
  page?: number
}

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readAuditSearch(params: SearchParams): AuditSearch {
  return known({
    action: textOf(params.action, /^[a-z_]{1,64}$/),
    actorId: textOf(params.actorId, /^[\w.:-]{1,200}$/),
    // The id of an app can be the URL of its metadata document.
    clientId: textOf(params.clientId, /^[\x21-\x7e]{1,2000}$/),
    targetType: textOf(params.targetType, /^[a-zA-Z_]{1,40}$/),
    targetId: textOf(params.targetId, publicId),
    after: textOf(params.after, anyDay),
    before: textOf(params.before, anyDay),
    page: pageOf(params.page),
  })
}

/** The API says what is wrong with a day that doesn't exist. */
const anyDay = /^\d{4}-\d{2}-\d{2}$/
