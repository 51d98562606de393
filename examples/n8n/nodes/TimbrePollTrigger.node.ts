import {
  callApi,
  credentials,
  eventsProperty,
  type Items,
  type PollFunctions,
  type TimbreEvent,
  withPerson,
} from '../n8n.ts'

/** The same events for keys without account:write: n8n looks for news as often as the workflow says. */
export class TimbrePollTrigger {
  description = {
    displayName: 'Timbre Poll Trigger',
    name: 'timbrePollTrigger',
    group: ['trigger'],
    version: 1,
    description: 'Looks for what has happened in Timbre. Needs account:read.',
    defaults: { name: 'Timbre Poll Trigger' },
    polling: true,
    inputs: [],
    outputs: ['main'],
    credentials,
    properties: [eventsProperty],
  }

  /** Continues after the last event; the first run only takes its place, and a manual one shows the latest. */
  async poll(this: PollFunctions): Promise<Items[] | null> {
    const types = (this.getNodeParameter('events') as string[]).join(',')
    const place = this.getWorkflowStaticData('node')
    if (this.getMode() === 'manual') {
      const { events } = await callApi(this, 'GET', '/events', { qs: { before: 'latest', types, limit: 3 } })
      return itemsOf(await all(this, events as TimbreEvent[]))
    }
    const after = place.after ?? 'latest'
    const page = await callApi(this, 'GET', '/events', { qs: { after, types, limit: 100 } })
    const items = await all(this, page.events as TimbreEvent[])
    place.after = page.after ?? place.after
    return itemsOf(items)
  }
}

const all = (functions: PollFunctions, events: TimbreEvent[]) =>
  Promise.all(events.map(async (event) => ({ json: await withPerson(functions, event) })))
const itemsOf = (items: Items) => (items.length > 0 ? [items] : null)
