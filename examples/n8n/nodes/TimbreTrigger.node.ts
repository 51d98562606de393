import {
  callApi,
  credentials,
  eventsProperty,
  type HookFunctions,
  type Items,
  type Json,
  statusOf,
  type TimbreEvent,
  type WebhookFunctions,
  withPerson,
} from '../n8n.ts'

/** Starts a workflow the moment something happens. Its endpoint exists while the workflow is active. */
export class TimbreTrigger {
  description = {
    displayName: 'Timbre Trigger',
    name: 'timbreTrigger',
    group: ['trigger'],
    version: 1,
    description: 'Starts when something happens in Timbre. Needs account:write.',
    defaults: { name: 'Timbre Trigger' },
    inputs: [],
    outputs: ['main'],
    credentials,
    webhooks: [{ name: 'default', httpMethod: 'POST', responseMode: 'onReceived', path: 'webhook' }],
    properties: [eventsProperty],
  }

  webhookMethods = {
    default: {
      async checkExists(this: HookFunctions): Promise<boolean> {
        const data = this.getWorkflowStaticData('node')
        if (!data.webhookId) return false
        try {
          await callApi(this, 'GET', `/webhook/${data.webhookId}`)
          return true
        } catch (error) {
          if (statusOf(error) !== 404) throw error
          delete data.webhookId
          return false
        }
      },

      async create(this: HookFunctions): Promise<boolean> {
        // An endpoint that hears of people also hears of deletions; those start nothing.
        const types = [...(this.getNodeParameter('events') as string[]), 'profile.deleted']
        const body = { url: this.getNodeWebhookUrl('default'), types }
        const { webhook } = (await callApi(this, 'POST', '/webhook', { body })) as { webhook: { id: string } }
        this.getWorkflowStaticData('node').webhookId = webhook.id
        return true
      },

      async delete(this: HookFunctions): Promise<boolean> {
        const data = this.getWorkflowStaticData('node')
        if (!data.webhookId) return true
        try {
          await callApi(this, 'DELETE', `/webhook/${data.webhookId}`)
        } catch (error) {
          // What is gone already needs no second try.
          if (statusOf(error) !== 404) return false
        }
        delete data.webhookId
        return true
      },
    },
  }

  /** Only the id is used, and the event is read from the service, so a made-up request starts nothing. */
  async webhook(
    this: WebhookFunctions,
  ): Promise<{ workflowData?: Items[]; noWebhookResponse?: boolean } & Json> {
    const id = String(this.getBodyData().id)
    if (!/^[0-9a-f]{24}$/.test(id)) return {}
    try {
      const { event } = (await callApi(this, 'GET', `/event/${id}`)) as { event: TimbreEvent }
      const chosen = this.getNodeParameter('events') as string[]
      if (!chosen.includes(event.type)) return {}
      return { workflowData: [[{ json: await withPerson(this, event) }]] }
    } catch (error) {
      if (statusOf(error) !== 404) throw error
      return {}
    }
  }
}
