import type { WebhookSearch } from './search.ts'

/** The filters as the API takes them: a day becomes its first moment. */
export function deliveriesRequest({ delivery: _, status, since, page, ...filters }: WebhookSearch) {
  return {
    ...filters,
    ...(status ? { state: status } : {}),
    ...(since ? { since: `${since}T00:00:00.000Z` } : {}),
    limit: 25,
    page: page ?? 1,
  }
}
