import { known, pageParam, publicId, type SearchParams, textParam } from '../client/search-params.ts'

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
    action: textParam(params.action, /^[a-z_]{1,64}$/),
    actorId: textParam(params.actorId, /^[\w.:-]{1,200}$/),
    // The id of an app can be the URL of its metadata document.
    clientId: textParam(params.clientId, /^[\x21-\x7e]{1,2000}$/),
    targetType: textParam(params.targetType, /^[a-zA-Z_]{1,40}$/),
    targetId: textParam(params.targetId, publicId),
    after: textParam(params.after, anyDay),
    before: textParam(params.before, anyDay),
    page: pageParam(params.page),
  })
}

/** The API says what is wrong with a day that doesn't exist. */
const anyDay = /^\d{4}-\d{2}-\d{2}$/
