import type { ApiRequest, Json } from '../../examples/n8n/n8n.ts'
import { TimbreTrigger } from '../../examples/n8n/nodes/TimbreTrigger.node.ts'
// @ts-expect-error -- JavaScript without types, as Zapier loads it.
import { app } from '../../examples/zapier/index.js'

// Stand-ins for the two platforms: what they give the functions of an app or node, over plain HTTP.

type ZapierRequest = {
  url: string
  method?: string
  headers?: Record<string, string>
  params?: Record<string, unknown>
  body?: object
  skipThrowForStatus?: boolean
}
export type Bundle = Record<string, unknown>
type ZapierFunction = (z: object, bundle: Bundle) => Promise<Json & Json[]>
export type ZapierOperation = Record<string, ZapierFunction>

/** Runs a function of the Zapier app as the platform does: with the app's middleware, and JSON both ways. */
export function runZapier(
  url: string,
  work: ZapierFunction,
  token: string,
  bundle: Bundle = {},
): Promise<Json & Json[]> {
  process.env.TIMBRE_URL = url
  const whole = { inputData: {}, meta: {}, authData: { access_token: token }, ...bundle }
  const z = {
    hash: (_: string, text: string) => Buffer.from(text).toString('hex').slice(-40),
    async request(given: ZapierRequest) {
      const request = app.beforeRequest.reduce(
        (changed: ZapierRequest, add: (one: ZapierRequest, z: object, bundle: Bundle) => ZapierRequest) =>
          add(changed, z, whole),
        given,
      )
      const query = new URLSearchParams(request.params as Record<string, string>)
      const response = await fetch(`${request.url}?${query}`, {
        method: request.method ?? 'GET',
        headers: { ...(request.body && { 'content-type': 'application/json' }), ...request.headers },
        ...(request.body && { body: JSON.stringify(request.body) }),
      })
      const text = await response.text()
      if (!response.ok && !request.skipThrowForStatus) throw new Error(`${response.status} ${text}`)
      return { status: response.status, data: text ? JSON.parse(text) : undefined }
    },
  }
  return work(z, whole)
}

/** What n8n gives a node: parameters, data of the workflow, and requests with its credential. */
export function n8nFunctions(
  baseUrl: string,
  token: string,
  parameters: Json,
  {
    staticData = {},
    webhookUrl = '',
    body = {},
  }: { staticData?: Json; webhookUrl?: string; body?: Json } = {},
) {
  return {
    getNodeParameter: (name: string) => parameters[name],
    getCredentials: async () => ({ baseUrl }),
    getNodeWebhookUrl: () => webhookUrl,
    getWorkflowStaticData: () => staticData,
    getBodyData: () => body,
    getMode: () => String(parameters.mode ?? 'trigger'),
    getInputData: () => [{ json: {} }],
    continueOnFail: () => false,
    helpers: {
      httpRequestWithAuthentication: {
        async call(_: unknown, __: string, { method, url, body: sent, qs }: ApiRequest): Promise<Json> {
          const query = qs ? `?${new URLSearchParams(qs as Record<string, string>)}` : ''
          const response = await fetch(url + query, {
            method,
            headers: {
              authorization: `Bearer ${token}`,
              ...(sent && { 'content-type': 'application/json' }),
            },
            ...(sent && { body: JSON.stringify(sent) }),
          })
          const text = await response.text()
          if (!response.ok) throw Object.assign(new Error(text), { httpCode: String(response.status) })
          return text ? JSON.parse(text) : {}
        },
      },
    },
  }
}

export const zapierTrigger = (key: string): ZapierOperation => app.triggers[key].operation
export const zapierAction = (key: string): ZapierOperation => app.creates[key].operation
export const zapierSearch = (key: string): ZapierOperation => app.searches[key].operation

/** One round: on, something happens, one run, off. `happen` returns the id that the run must have. */
export type Round = { url: string; token: string; targetUrl: string; happen: () => Promise<string> }
export type Delivered = () => Promise<Json>

export async function zapierRound({ url, token, targetUrl, happen }: Round, delivered: Delivered) {
  const { performSubscribe, performUnsubscribe, perform } = zapierTrigger('personCompleted')
  const subscribeData = await runZapier(url, performSubscribe as ZapierFunction, token, { targetUrl })
  const expected = await happen()
  const began = performance.now()
  const cleanedRequest = await delivered()
  const runs = await runZapier(url, perform as ZapierFunction, token, { cleanedRequest, subscribeData })
  const milliseconds = performance.now() - began
  await runZapier(url, performUnsubscribe as ZapierFunction, token, { subscribeData })
  return { isRight: runs.length === 1 && runs[0]?.profileId === expected, milliseconds, runs }
}

export async function n8nRound({ url, token, targetUrl, happen }: Round, delivered: Delivered) {
  const node = new TimbreTrigger()
  const { checkExists, create, delete: remove } = node.webhookMethods.default
  const staticData: Json = {}
  const given = { staticData, webhookUrl: targetUrl }
  const functions = n8nFunctions(url, token, { events: ['profile.completed'] }, given)
  if (!(await checkExists.call(functions))) await create.call(functions)
  if (!(await checkExists.call(functions))) throw new Error('The endpoint is not there.')
  const expected = await happen()
  const began = performance.now()
  const body = await delivered()
  const { workflowData = [] } = await node.webhook.call(
    n8nFunctions(url, token, { events: ['profile.completed'] }, { ...given, body }),
  )
  const milliseconds = performance.now() - began
  const isGone = await remove.call(functions)
  const runs = (workflowData as { json: Json }[][]).flat().map(({ json }) => json)
  return { isRight: isGone && runs.length === 1 && runs[0]?.profileId === expected, milliseconds, runs }
}
