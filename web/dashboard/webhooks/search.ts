import {
  eventTypeOf,
  known,
  oneOf,
  pageParam,
  publicId,
  type SearchParams,
  textParam,
} from '../client/search-params.ts'
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
export function readWebhookSearch(params: SearchParams): WebhookSearch {
  return known({
    status: oneOf(params.status, deliveryStates),
    type: eventTypeOf(params.type),
    profileId: textParam(params.profileId, publicId),
    // The API says what is wrong with a day that doesn't exist.
    since: textParam(params.since, /^\d{4}-\d{2}-\d{2}$/),
    page: pageParam(params.page),
    delivery: textParam(params.delivery, publicId),
  })
}
