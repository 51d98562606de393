import { Agent, createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { afterFile } from './file-cleanup.ts'

export type Balancer = {
  url: string
  setInstances: (urls: readonly string[]) => void
  /** Requests that an instance did not answer to the end. */
  cut: string[]
}

/**
 * A proxy that sends requests to its instances in turns, over connections that it keeps. It looks at `/readyz` of each
 * once a second, and repeats no request.
 */
export async function startBalancer(port: number): Promise<Balancer> {
  let instances: { url: string; isReady: boolean; agent: Agent }[] = []
  let turn = 0
  const cut: string[] = []
  const server = createServer((incoming, answer) => {
    const ready = instances.filter(({ isReady }) => isReady)
    turn += 1
    const instance = ready[turn % ready.length]
    if (!instance) return void answer.writeHead(502).end()
    const { method, url = '', headers } = incoming
    const passed = send(
      instance.url + url,
      { method, headers, agent: instance.agent } as object,
      (response) => {
        const { connection: _, ...passedOn } = response.headers
        answer.writeHead(response.statusCode ?? 502, passedOn)
        response.pipe(answer)
      },
    )
    passed.on('error', (error) => {
      cut.push(`${instance.url}: ${error.message}`)
      if (answer.headersSent) answer.destroy()
      else answer.writeHead(502).end()
    })
    incoming.pipe(passed)
  })
  // Its own connections to clients are not what is tested: closing an idle one would race with the next request.
  server.keepAliveTimeout = 600_000
  const look = async (instance: { url: string; isReady: boolean }) => {
    instance.isReady = await fetch(`${instance.url}/readyz`, { signal: AbortSignal.timeout(900) }).then(
      ({ ok }) => ok,
      () => false,
    )
  }
  const looking = setInterval(() => void Promise.all(instances.map(look)), 1_000)
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  afterFile(async () => {
    clearInterval(looking)
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })
  return {
    cut,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    setInstances(urls) {
      instances = urls.map((url) => ({ url, isReady: true, agent: new Agent({ keepAlive: true }) }))
    },
  }
}

export type Served = { requests: number; failed: string[]; slowestMilliseconds: number }

/** Sends requests at this rate, whether or not earlier ones were answered, until the work is done. */
export async function serveDuring(
  { url, perSecond, token }: { url: string; perSecond: number; token: string },
  work: () => Promise<void>,
): Promise<Served> {
  const agent = new Agent({ keepAlive: true })
  const failed: string[] = []
  const pending = new Set<Promise<void>>()
  let requests = 0
  let slowestMilliseconds = 0
  const authorization = `Bearer ${token}`
  const ask = async (number: number) => {
    // One in ten writes.
    const isWrite = number % 10 === 0
    const options = isWrite
      ? { method: 'POST', headers: { authorization, 'content-type': 'application/json' } }
      : { headers: { authorization } }
    const body = isWrite ? JSON.stringify({ email: `rolling-${number}@test.test` }) : ''
    const asked = performance.now()
    const outcome = await statusOf(
      `${url}/api/v4/${isWrite ? 'profile' : 'account'}`,
      { ...options, agent },
      body,
    )
    slowestMilliseconds = Math.max(slowestMilliseconds, performance.now() - asked)
    if (outcome !== '200' && outcome !== '201') failed.push(outcome)
  }
  const done = new AbortController()
  const working = work().finally(() => done.abort())
  const began = performance.now()
  while (!done.signal.aborted) {
    const due = Math.floor(((performance.now() - began) * perSecond) / 1_000)
    for (; requests < due; requests += 1) {
      const asking = ask(requests).finally(() => pending.delete(asking))
      pending.add(asking)
    }
    await setTimeout(10)
  }
  await Promise.all(pending)
  await working
  agent.destroy()
  return { requests, failed, slowestMilliseconds }
}

function statusOf(url: string, options: object, body: string): Promise<string> {
  return new Promise((resolve) => {
    const asked = send(url, options, (response) => {
      response.resume()
      response.on('end', () => resolve(String(response.statusCode)))
      response.on('error', ({ message }) => resolve(message))
    })
    asked.on('error', ({ message }) => resolve(message))
    asked.end(body)
  })
}
