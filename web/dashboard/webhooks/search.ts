import type { WebhookDelivery } from '../client/types.ts'

/** Search parameters of an endpoint's page: filters of its deliveries, the page of them, and the one that is open. */
export type WebhookSearch = {
  /** The state of deliveries. Other pages have a `state` of their own in the address. */
  status?: WebhookDelivery['state']
  type?: string
  profileId?: string
  since?: string
  page?: number
  delivery?: string
}

export const deliveryStates = ['waiting', 'delivered', 'failed', 'cancelled'] as const

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readWebhookSearch(params: Record<string, unknown>): WebhookSearch {
  const status = deliveryStates.find((one) => one === params.status)
  const page = Number(params.page)
  return {
    ...(status ? { status } : {}),
    ...(isType(params.type) ? { type: params.type } : {}),
    ...text('profileId', params.profileId, /^[0-9a-f]{24}$/),
    ...text('since', params.since, /^\d{4}-\d{2}-\d{2}$/),
    ...(Number.isInteger(page) && page > 1 ? { page } : {}),
    ...text('delivery', params.delivery, /^[0-9a-f]{24}$/),
  }
}

function text<Name extends string>(name: Name, value: unknown, shape: RegExp): { [key in Name]?: string } {
  // The router parses values that look like numbers.
  const given = value === undefined ? '' : String(value)
  return shape.test(given) ? ({ [name]: given } as { [key in Name]: string }) : {}
}

/** A type of event or a group of them; the API refuses those that don't exist, with the closest one. */
function isType(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 60 && value.includes('.')
}
