import { escapedJson } from '../escaped-json.ts'
import { readLatestEvents } from '../events.ts'
import type { ResourceDocument } from './document.ts'

/** Events in the document. */
const most = 50

/** What happened last in the account. Events name no one. */
export const latestEventsDocument: ResourceDocument = {
  template: 'assessment://events/latest',
  name: 'latest-events',
  title: 'What happened last',
  description: `The last ${most} events of the account, newest first: ids, states and names of fields.`,
  mimeType: 'application/json',
  priority: 0.5,
  queryFor: () => 'list_events',
  async render(_variables, context) {
    return { text: escapedJson(await readLatestEvents(context, most)) }
  },
  listed: [{ variables: {}, name: 'latest-events', title: 'What happened last' }],
}
