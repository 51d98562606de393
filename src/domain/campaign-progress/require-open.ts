import { Failure } from '../../contract/failure.ts'
import type { Sql } from '../../contract/ports.ts'
import { type CampaignTerms, lockCampaignTerms } from './store.ts'

/** The campaign, locked. Refused if there is none (404) or it has ended (409). */
export async function requireOpenCampaign(
  sql: Sql,
  accountId: string,
  campaignId: string,
): Promise<CampaignTerms> {
  const found = await lockCampaignTerms(sql, accountId, campaignId)
  if (!found) throw new Failure('campaign_not_found')
  const { hasEnded, ...terms } = found
  if (hasEnded) throw new Failure('campaign_ended')
  return terms
}
