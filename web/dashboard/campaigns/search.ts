const states = ['open', 'overdue', 'ended'] as const
/** Where someone can be, in the order of the funnel. */
export const steps = ['queued', 'failed', 'wrongPerson', 'sent', 'opened', 'started', 'completed'] as const

/** Search parameters of the list of campaigns. */
export type CampaignsSearch = { readonly state?: (typeof states)[number]; readonly page?: number }

/** Search parameters of one campaign: which people are listed. */
export type CampaignSearch = { readonly step?: (typeof steps)[number] | 'all'; readonly page?: number }

/** Parses the search parameters. Invalid values are dropped, so that every address shows something. */
export function readCampaignsSearch({ state, page }: Record<string, unknown>): CampaignsSearch {
  const known = states.find((one) => one === state)
  return { ...(known && { state: known }), ...pageOf(page) }
}

export function readCampaignSearch({ step, page }: Record<string, unknown>): CampaignSearch {
  const known = step === 'all' ? step : steps.find((one) => one === step)
  return { ...(known && { step: known }), ...pageOf(page) }
}

function pageOf(page: unknown): { page?: number } {
  const number = Number(page)
  return Number.isInteger(number) && number > 1 && number < 100_000 ? { page: number } : {}
}
