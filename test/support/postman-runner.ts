import { compileFunction, createContext } from 'node:vm'
import type { PostmanCollection, PostmanItem } from '../../src/http/rest/openapi/postman.ts'
import type { Json } from './service.ts'

export type PostmanAnswer = { name: string; method: string; path: string; status: number; text: string }

/**
 * Sends the requests of a collection as Postman does: variables are replaced, the collection's scripts run before and
 * after each request. First come lists, which fill in ids, then what writes, what reads one thing, and last what
 * deletes.
 */
export async function runCollection(
  collection: PostmanCollection,
  settings: Record<string, string>,
  beforeReads: (variables: Map<string, string>) => Promise<void>,
): Promise<PostmanAnswer[]> {
  const variables = new Map(collection.variable.map(({ key, value }) => [key, value]))
  for (const [key, value] of Object.entries(settings)) variables.set(key, value)
  const items = collection.item.flatMap((folder) => folder.item)
  const turnOf = ({ request: { method, url } }: PostmanItem) => {
    // A retake takes results away, an end a campaign, and a reset everything, which other requests are about.
    if (method === 'DELETE' || ['retake', 'end', 'reset'].includes(url.path.at(-1) ?? '')) return 3
    // It uses up the invite, which another request moves on.
    if (url.path.at(-1) === 'complete') return 2
    if (method !== 'GET') return url.variable.length > 1 ? 2 : 1
    return url.raw.includes(':') || url.raw.includes('={{') ? 2 : 0
  }
  const of = (turn: number) => items.filter((one) => turnOf(one) === turn)
  const answers: PostmanAnswer[] = []
  /** A request with an id that no answer has had yet comes after the others. */
  const isKnown = ({ request: { url, body } }: PostmanItem) =>
    [...JSON.stringify([url.variable, body?.raw ?? '']).matchAll(/\{\{(\w+)\}\}/g)].every(([, key = '']) =>
      variables.get(key),
    )
  const send = async (some: PostmanItem[]) => {
    const later: PostmanItem[] = []
    for (const item of some)
      if (isKnown(item)) answers.push(await sendItem(collection, item, variables))
      else later.push(item)
    for (const item of later) answers.push(await sendItem(collection, item, variables))
  }
  await send([...of(0), ...of(1)])
  await beforeReads(variables)
  // Nothing is deleted before what belongs to it.
  await send([...of(2), ...of(3).reverse()])
  return answers
}

/** Has nothing of Node, as in Postman. One for all requests: a new one for each takes longer than the request. */
const parsingContext = createContext({})
const compiled = new Map<string, ReturnType<typeof compileFunction>>()

function runScript(text: string, pm: object): void {
  const names = ['pm', 'console', 'Date', 'Number']
  const run = compiled.get(text) ?? compileFunction(text, names, { parsingContext })
  compiled.set(text, run)
  run(pm, console, Date, Number)
}

async function sendItem(
  { event, auth }: PostmanCollection,
  { name, request }: PostmanItem,
  variables: Map<string, string>,
): Promise<PostmanAnswer> {
  const replaceIn = (text: string) =>
    text.replaceAll(/\{\{(\w+)\}\}/g, (whole, key: string) => variables.get(key) || whole)
  const script = (listen: string) => event.find((one) => one.listen === listen)?.script.exec.join('\n') ?? ''
  const collectionVariables = {
    has: (key: string) => variables.has(key),
    get: (key: string) => variables.get(key),
    set: (key: string, value: string) => void variables.set(key, value),
  }
  const pending: Promise<void>[] = []
  const sendRequest = ({ url, method, header, body }: Json, done: (error: unknown, answer: Json) => void) => {
    const send = async () => {
      const response = await fetch(url, { method, headers: header, body: body.raw })
      const text = await response.text()
      done(undefined, { code: response.status, text: () => text, json: () => JSON.parse(text) })
    }
    pending.push(send())
  }
  const pm = { collectionVariables, variables: collectionVariables, sendRequest }
  runScript(script('prerequest'), pm)
  await Promise.all(pending)

  const { url, method, header, body } = request
  const values = new Map(url.variable.map(({ key, value }) => [key, replaceIn(value)]))
  const path = url.path.map((step) => (step.startsWith(':') ? values.get(step.slice(1)) : step)).join('/')
  const query = url.query
    .filter(({ disabled }) => !disabled)
    .map(({ key, value }) => `${key}=${encodeURIComponent(replaceIn(value))}`)
  const bearer = auth.type === 'bearer' && !request.auth ? replaceIn(auth.bearer[0]?.value ?? '') : undefined
  const response = await fetch(
    `${replaceIn(url.host[0] ?? '')}/${path}${query.length > 0 ? `?${query.join('&')}` : ''}`,
    {
      method,
      headers: {
        ...Object.fromEntries(header.map(({ key, value }) => [key, value])),
        ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      },
      ...(body ? { body: replaceIn(body.raw) } : {}),
    },
  )
  const text = await response.text()
  const answered = { code: response.status, headers: response.headers, json: () => JSON.parse(text) }
  runScript(script('test'), { collectionVariables, request, response: answered })
  return { name, method, path: `/${url.path.join('/')}`, status: response.status, text }
}
