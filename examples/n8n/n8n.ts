// The parts of n8n's interfaces that these nodes use. n8n itself gives the functions; nothing of it is loaded here.

export type Json = { [name: string]: unknown }

export type ApiRequest = { method: string; url: string; body?: Json; qs?: Json; json: true }

export type Functions = {
  getNodeParameter: (name: string, item?: number) => unknown
  getCredentials: (type: string) => Promise<Json>
  helpers: {
    httpRequestWithAuthentication: {
      call: (functions: unknown, credential: string, request: ApiRequest) => Promise<Json>
    }
  }
}

export type HookFunctions = Functions & {
  getNodeWebhookUrl: (name: string) => string | undefined
  getWorkflowStaticData: (scope: 'node') => Json
}

export type WebhookFunctions = HookFunctions & { getBodyData: () => Json }
export type PollFunctions = HookFunctions & { getMode: () => string }
export type ExecuteFunctions = Functions & {
  getInputData: () => { json: Json }[]
  continueOnFail: () => boolean
}

export type Items = { json: Json }[]

/** Calls the API with the node's credential. */
export async function callApi(
  functions: Functions,
  method: string,
  path: string,
  { body, qs }: { body?: Json; qs?: Json } = {},
): Promise<Json> {
  const { baseUrl } = await functions.getCredentials('timbreApi')
  const url = `${String(baseUrl).replace(/\/+$/, '')}/api/v4${path}`
  return functions.helpers.httpRequestWithAuthentication.call(functions, 'timbreApi', {
    method,
    url,
    json: true,
    ...(body && { body }),
    ...(qs && { qs }),
  })
}

/** The status in n8n's error, wherever the version in use puts it. */
export function statusOf(error: unknown): number {
  const { httpCode, statusCode, response } = error as Json & { response?: { status?: number } }
  return Number(httpCode ?? statusCode ?? response?.status)
}

export type TimbreEvent = { id: string; type: string; timestamp: string; data: Json & { profileId?: string } }

/** An event with its person, as far as the credential's scopes allow. */
export async function withPerson(
  functions: Functions,
  { id, type, timestamp, data }: TimbreEvent,
): Promise<Json> {
  const found = { id, type, timestamp, ...data }
  if (!data.profileId) return found
  try {
    const { profile } = await callApi(functions, 'GET', `/profile/${data.profileId}`)
    return { ...found, profile }
  } catch (error) {
    if (![403, 404].includes(statusOf(error))) throw error
    return found
  }
}

/** The choice of events, which both triggers have. */
export const eventsProperty = {
  displayName: 'Events',
  name: 'events',
  type: 'multiOptions',
  default: ['profile.completed'],
  options: [
    { name: 'Erasure Requested', value: 'profile.erasureRequested' },
    { name: 'Invite Expired', value: 'invite.expired' },
    { name: 'Invite Failed', value: 'invite.failed' },
    { name: 'Person Completed', value: 'profile.completed' },
    { name: 'Person Created', value: 'profile.created' },
  ],
}

export const credentials = [{ name: 'timbreApi', required: true }]
