import { hasScope } from '../client/access.ts'
import { queryClient, tagsQuery } from '../client/queries.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import type { Event } from '../client/types.ts'
import { webhooksQuery } from '../client/webhooks.ts'
import { type Names, namesOrNone, readNames } from '../ui/person-names.ts'
import { webhookName } from '../words/webhook-words.ts'

export type Subject = { kind: 'profile' | OtherKind; id: string }
type ListedKind = 'tag' | 'savedTeam' | 'webhook'
type OtherKind = ListedKind | 'campaign'

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

/**
 * Present names of what these events are about, as far as the reader may see them. Those that can't be read are missing:
 * the events are shown without them.
 */
export async function readSubjectNames(events: readonly Event[], signal: AbortSignal): Promise<Names> {
  const subjects = events.flatMap((event) => subjectOf(event) ?? [])
  const kinds = new Set(subjects.map(({ kind }) => kind))
  const people = subjects.filter(({ kind }) => kind === 'profile').map(({ id }) => id)
  const lists = await Promise.all([
    namesOrNone(readNames(people, signal)),
    ...listed
      .filter((kind) => kinds.has(kind) && hasScope(scopes[kind]))
      .map((kind) => namesOrNone(readList(kind))),
  ])
  const campaigns = events.flatMap(({ data, campaignName }) =>
    typeof data.campaignId === 'string' && campaignName ? [[data.campaignId, campaignName] as const] : [],
  )
  return new Map([...lists.flatMap((list) => [...list]), ...campaigns])
}

const listed = ['tag', 'savedTeam', 'webhook'] as const
const others = [...listed, 'campaign'] as const
const scopes = {
  tag: 'tags:manage',
  savedTeam: 'tags:manage',
  webhook: 'account:read',
} as const satisfies Record<ListedKind, string>

/** An account has few of them, so all are read, once for several pages of events. Campaigns are named by their events. */
async function readList(kind: ListedKind): Promise<Names> {
  const staleTime = 60_000
  if (kind === 'tag') {
    const tags = await queryClient.fetchQuery({ ...tagsQuery, staleTime })
    return new Map(tags.map(({ id, label }) => [id, label]))
  }
  if (kind === 'savedTeam') {
    const teams = await queryClient.fetchQuery({ ...savedTeamsQuery, staleTime })
    return new Map(teams.map(({ id, name }) => [id, name]))
  }
  const { webhooks } = await queryClient.fetchQuery({ ...webhooksQuery, staleTime })
  return new Map(webhooks.map((one) => [one.id, webhookName(one)]))
}
