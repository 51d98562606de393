import { setTimeout } from 'node:timers/promises'
import { RateLimited } from '../sdk/timbre.ts'
import type { Context } from './command.ts'

const invitesPerCall = 100

export type InviteResult = {
  profileId: string
  status: string
  reason: string | null
  retryAfterSeconds?: number | undefined
}

/** `isNew`: added by this program just now, so nobody else invites them. */
type Invitee = { profileId: string; isNew: boolean }
type Campaign = { id: string; isQueued: boolean } | undefined

/**
 * Invites these people by email, a hundred at a time, and passes on each result once. Those for whom a limit of the
 * account asks to wait are sent later: by the service, or by this program, which then waits. In a campaign, others may wait
 * for the service since an earlier run, so each hundred is looked at before: who was invited meanwhile is `invited`.
 */
export async function inviteAll(
  { timbre, process }: Context,
  people: readonly Invitee[],
  campaign: Campaign,
  onResult: (result: InviteResult) => void,
): Promise<void> {
  const profileIds = people.map(({ profileId }) => profileId)
  const known = new Set(people.flatMap(({ profileId, isNew }) => (isNew ? [] : [profileId])))
  const listInvited = async (ids: string[]): Promise<string[]> => {
    if (!campaign || ids.length === 0) return []
    const { progress } = await timbre.profiles.listProgress({ profileIds: ids })
    return progress.flatMap(({ profileId, invite }) => (invite === null ? [] : [profileId]))
  }
  const ask = async (ids: string[]): Promise<readonly InviteResult[]> => {
    const invited = await listInvited(ids.filter((id) => known.has(id)))
    const results = invited.map((profileId) => ({ profileId, status: 'invited', reason: null }))
    const left = ids.filter((id) => !invited.includes(id))
    if (left.length === 0) return results
    const { data } = await timbre.invites.sendMany({
      ...{ profileIds: left, channel: 'email' },
      ...(campaign && { campaignId: campaign.id }),
      ...(campaign?.isQueued && { queue: true }),
    })
    return [...results, ...data.results]
  }
  let waiting = profileIds
  for (let round = 0; waiting.length > 0; round += 1) {
    const later: string[] = []
    let seconds = 0
    for (let start = 0; start < waiting.length; start += invitesPerCall) {
      const ids = waiting.slice(start, start + invitesPerCall)
      const results = await ask(ids).catch((error) => {
        if (!(error instanceof RateLimited)) throw error
        return ids.map((profileId) => limited(profileId, error))
      })
      for (const result of results) {
        const { profileId, retryAfterSeconds } = result
        if (isSentSoon(result)) {
          later.push(profileId)
          seconds = Math.max(seconds, retryAfterSeconds ?? 0)
        } else onResult(result)
      }
    }
    waiting = later
    if (waiting.length === 0) return
    process.say(`${waiting.length} invites wait ${seconds} s for the account's limit.`)
    if (round === 0 && !campaign?.isQueued)
      process.say('With --campaign ID --queue the service sends them, and this program ends.')
    await setTimeout(seconds * 1_000, undefined, { signal: process.signal })
  }
}

/** Who was invited just now has an invite, so only limits that the others share are waited for. */
function isSentSoon({ reason, retryAfterSeconds = Number.POSITIVE_INFINITY }: InviteResult): boolean {
  return ['rate_limited', 'invite_limit', 'email_limit'].includes(reason ?? '') && retryAfterSeconds <= 120
}

function limited(profileId: string, { retryAfterSeconds = 60 }: RateLimited): InviteResult {
  return { profileId, status: 'skipped', reason: 'rate_limited', retryAfterSeconds }
}
