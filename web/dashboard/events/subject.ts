import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import type { Event } from '../client/types.ts'
import { webhooksQuery } from '../client/webhooks.ts'
import { type Names, readNames } from '../ui/person-names.ts'
import { webhookName } from '../words/webhook-words.ts'

export type Subject = { kind: 'profile' | OtherKind; id: string }
type OtherKind = 'tag' | 'savedTeam' | 'campaign' | 'webhook'

/** What an event is about: the person, or else what its type names. Links and the account itself have no name. */
export function subjectOf({ data }: Event): Subject | undefined {
  const { profileId, tagId, savedTeamId, campaignId, webhookId } = data
  const ids = {
    profile: profileId,
    tag: tagId,
    savedTeam: savedTeamId,
    campaign: campaignId,
    webhook: webhookId,
  }
  for (const kind of ['profile', ...others] as const) {
    const id = ids[kind]
    if (typeof id === 'string') return { kind, id }
  }
  const { resourceType, resourceId } = data
  if (typeof resourceId !== 'string' || (resourceType !== 'profile' && resourceType !== 'tag'))
    return undefined
  return { kind: resourceType, id: resourceId }
}

/** Present names of what these events are about, as far as the reader may see them. */
export async function readSubjectNames(events: readonly Event[], signal: AbortSignal): Promise<Names> {
  const subjects = events.flatMap((event) => subjectOf(event) ?? [])
  const kinds = new Set(subjects.map(({ kind }) => kind))
  const people = subjects.filter(({ kind }) => kind === 'profile').map(({ id }) => id)
  const lists = await Promise.all([
    readNames(people, signal),
    ...others
      .filter((kind) => kinds.has(kind) && hasScope(scopes[kind]))
      .map((kind) => readList(kind, signal)),
  ])
  return new Map(lists.flatMap((list) => [...list]))
}

const others = ['tag', 'savedTeam', 'campaign', 'webhook'] as const
const scopes = {
  tag: 'tags:manage',
  savedTeam: 'tags:manage',
  campaign: 'profiles:read',
  webhook: 'account:read',
} as const satisfies Record<OtherKind, string>

/** An account has few of them, so all are read; of campaigns, the newest. */
async function readList(
  kind: OtherKind,
  signal: AbortSignal,
): Promise<readonly [id: string, name: string][]> {
  if (kind === 'tag') return (await queryClient.fetchQuery(tagsQuery)).map(({ id, label }) => [id, label])
  if (kind === 'savedTeam')
    return (await queryClient.fetchQuery(savedTeamsQuery)).map(({ id, name }) => [id, name])
  if (kind === 'webhook')
    return (await queryClient.fetchQuery(webhooksQuery)).webhooks.map((one) => [one.id, webhookName(one)])
  const { campaigns } = await call('GET /campaigns', { query: { limit: 50 }, signal })
  return campaigns.map(({ id, name }) => [id, name])
}
