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
export function readAuditSearch(params: Record<string, unknown>): AuditSearch {
  const page = Number(params.page)
  return {
    ...word('action', params.action, /^[a-z_]{1,64}$/),
    ...word('actorId', params.actorId, /^[\w.:-]{1,200}$/),
    // The id of an app can be the URL of its metadata document.
    ...word('clientId', params.clientId, /^[\x21-\x7e]{1,2000}$/),
    ...word('targetType', params.targetType, /^[a-zA-Z_]{1,40}$/),
    ...word('targetId', params.targetId, /^[0-9a-f]{24}$/),
    ...word('after', params.after, /^\d{4}-\d{2}-\d{2}$/),
    ...word('before', params.before, /^\d{4}-\d{2}-\d{2}$/),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
  }
}

function word<Name extends string>(name: Name, value: unknown, shape: RegExp): { [key in Name]?: string } {
  // The router parses values that look like numbers or dates; here all values are strings.
  const text = value === undefined ? '' : String(value)
  return shape.test(text) ? ({ [name]: text } as { [key in Name]: string }) : {}
}
