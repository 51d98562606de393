import { api } from './authentication.js'

/** The person of an event, with the scopes of the connection: without profiles:read, a Zap sees ids only. */
async function withPerson(z, event) {
  const { profileId } = event.data
  const found = { id: event.id, type: event.type, timestamp: event.timestamp, ...event.data }
  if (!profileId) return found
  const { status, data } = await z.request({ url: api(`/profile/${profileId}`), skipThrowForStatus: true })
  return status === 200 ? { ...found, profile: data.profile } : found
}

/** An endpoint that hears of people also hears of deletions; those start no Zap. */
const subscribe =
  (types) =>
  async (z, { targetUrl }) => {
    const body = { url: targetUrl, types: [...types, 'profile.deleted'] }
    const { data } = await z.request({ method: 'POST', url: api('/webhook'), body })
    return { id: data.webhook.id }
  }

/** What is gone already needs no second try. */
const unsubscribe = async (z, { subscribeData }) => {
  const url = api(`/webhook/${subscribeData.id}`)
  const { status } = await z.request({ method: 'DELETE', url, skipThrowForStatus: true })
  if (status !== 204 && status !== 404) throw new Error(`Timbre answered ${status}`)
  return {}
}

/** Only the id is used, and the event is read from the service, so a request that someone made up starts nothing. */
const perform =
  (types) =>
  async (z, { cleanedRequest }) => {
    const id = String(cleanedRequest?.id ?? '')
    if (!/^[0-9a-f]{24}$/.test(id)) return []
    const { status, data } = await z.request({ url: api(`/event/${id}`), skipThrowForStatus: true })
    if (status !== 200 || !types.includes(data.event.type)) return []
    return [await withPerson(z, data.event)]
  }

/** The latest events, the newest first; the sample of the type if there is none. */
const latest = (types, limit) => async (z) => {
  const params = { before: 'latest', types: types.join(','), limit }
  const { data } = await z.request({ url: api('/events'), params })
  if (data.events.length > 0) return Promise.all(data.events.map((event) => withPerson(z, event)))
  const { data: known } = await z.request({ url: api('/event-types') })
  const samples = known.eventTypes.filter(({ type }) => types.includes(type)).map(({ sample }) => sample)
  return samples.map(({ id, type, timestamp, data: fields }) => ({ id, type, timestamp, ...fields }))
}

/** Only what happened, without samples, for triggers that look again and again. */
const news = (types) => async (z) => {
  const params = { before: 'latest', types: types.join(','), limit: 100 }
  const { data } = await z.request({ url: api('/events'), params })
  return Promise.all(data.events.map((event) => withPerson(z, event)))
}

const described = [
  ['personCompleted', 'Person Completed', 'a person completes all assessments', ['profile.completed']],
  ['inviteFailed', 'Invite Failed', 'an invite fails or expires', ['invite.failed', 'invite.expired']],
  ['personCreated', 'Person Created', 'a person is added', ['profile.created']],
  ['erasureRequested', 'Erasure Requested', 'a person asks to be deleted', ['profile.erasureRequested']],
]

export const triggers = described.flatMap(([key, label, when, types]) => {
  const sample = { id: '6920a14f0c7d2e8f5a634b1a', type: types[0], profileId: '6920318e4b1a0c7d2e8f5a63' }
  return [
    {
      key,
      noun: 'Person',
      display: { label, description: `Triggers when ${when}. Needs account:write.` },
      operation: {
        type: 'hook',
        performSubscribe: subscribe(types),
        performUnsubscribe: unsubscribe,
        perform: perform(types),
        performList: latest(types, 3),
        sample,
      },
    },
    {
      key: `${key}Polled`,
      noun: 'Person',
      display: { label: `${label} (Not Instant)`, description: `Looks whether ${when}. Needs account:read.` },
      operation: { type: 'polling', perform: news(types), sample },
    },
  ]
})
