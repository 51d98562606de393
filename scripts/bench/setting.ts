import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type Child, startChild } from './child.ts'
import { waitForIndexes } from './indexes.ts'
import { type Installation, openInstallation } from './installation.ts'
import { makeLimitAccount } from './limit-account.ts'
import type { LoadQuestion } from './load/generator.ts'
import type { HttpLoad, RequestPlan } from './load/http-load.ts'
import { pgbenchVersion, runPgbench } from './load/pgbench.ts'
import type { StatementLoad } from './load/statement-load.ts'
import { type Memory, readMemory } from './memory.ts'
import { installPackages } from './packages.ts'
import type { Sample, Side } from './row.ts'
import { type ServiceProcess, startServiceProcess } from './service-process.ts'

/** Everything that rows measure with. */
export type Setting = {
  people: number
  installation: Installation
  service: ServiceProcess
  /** Header fields of the loaded account's machine client. */
  authorization: Readonly<Record<string, string>>
  /** One request outside of any measurement, to prepare a row or to try its request. */
  send: (request: RequestPlan) => Promise<Reply>
  /** The service under these requests. */
  requests: (requests: readonly RequestPlan[], load?: HttpOptions) => Side
  /** Other servers under these requests. */
  serverSide: (name: string, port: number, requests: readonly RequestPlan[], load?: HttpOptions) => Side
  /** What the database alone does. Named `pgbench` also where a pipelined client replaces it. */
  statements: (script: string, clients?: number) => Side
  pgbench: string | undefined
  /** Whether the packages of peers could be installed. */
  hasPackages: boolean
  /** Starts a program of this folder that ends with the bench. */
  start: (file: string) => Child
  /** Of the service: as it was before the first request, and as it is. */
  memory: { atRest: Memory | undefined; now: () => Memory }
  stop: () => Promise<void>
}

export type HttpOptions = Pick<HttpLoad, 'perSecond' | 'expected'> & {
  name?: string
  connections?: number
  isAnonymous?: boolean
}
// biome-ignore lint/suspicious/noExplicitAny: what the service answers is only measured here.
export type Reply = { status: number; body: any }

const restMilliseconds = 3_000

/** Requests at once, where a row doesn't say otherwise. */
const usualConnections = 8

/** Connections of `statements`; the service has ten, and the database forty in all. */
const mostClients = 16

/** Loads the people, starts the service and the load generator. */
export async function openSetting(people: number, say: (text: string) => void): Promise<Setting> {
  const installation = await openInstallation(people, say)
  const service = await startServiceProcess(installation.dataDir)
  // What the start needed is given back by then.
  await setTimeout(restMilliseconds)
  const atRest = readMemory(service.pid)
  await waitForIndexes(service.owner, { accountId: installation.account.id, people })
  const children: Child[] = []
  const start = (file: string) => {
    const child = startChild(join(import.meta.dirname, file))
    children.push(child)
    return child
  }
  await makeLimitAccount(service.owner)
  const generator = start('load/generator.ts')
  const token = await signIn(service, installation)
  const authorization = { authorization: `Bearer ${token}` }
  const pgbench = pgbenchVersion()
  const { host, port } = service

  function httpSide(name: string, load: HttpLoad): Side {
    return { name, run: (milliseconds) => askGenerator(generator, { milliseconds, http: load }) }
  }
  return {
    people,
    installation,
    service,
    authorization,
    pgbench,
    start,
    hasPackages: installPackages(),
    memory: { atRest, now: () => readMemory(service.pid) as Memory },
    async send({ method, path, headers, body }) {
      const type = body === undefined ? {} : { 'content-type': 'application/json' }
      const response = await fetch(`http://${host}:${port}${path}`, {
        ...{ method, headers: { ...authorization, ...type, ...headers } },
        ...(body !== undefined && { body }),
      })
      const text = await response.text()
      return { status: response.status, body: text === '' ? undefined : JSON.parse(text) }
    },
    requests(requests, { name = 'service', connections = usualConnections, isAnonymous, ...options } = {}) {
      const headers = isAnonymous ? {} : authorization
      const authorized = requests.map((request) => ({
        ...request,
        headers: { ...headers, ...request.headers },
      }))
      const side = httpSide(name, { host, port, connections, requests: authorized, ...options })
      return { ...side, isService: true }
    },
    serverSide(name, otherPort, requests, { connections = usualConnections, ...options } = {}) {
      return httpSide(name, { host, port: otherPort, connections, requests, ...options })
    },
    statements(script, clients = usualConnections) {
      const load: StatementLoad = {
        connection: service.owner,
        clients: Math.min(clients, mostClients),
        script,
      }
      const run = (milliseconds: number) =>
        pgbench ? runPgbench(load, milliseconds) : askGenerator(generator, { milliseconds, statements: load })
      return { name: 'pgbench', run }
    },
    async stop() {
      await Promise.all(children.map((child) => child.stop()))
      await service.stop()
    },
  }
}

function askGenerator(generator: Child, question: LoadQuestion): Promise<Sample> {
  return generator.ask(question)
}

async function signIn({ host, port }: ServiceProcess, { account }: Installation): Promise<string> {
  const response = await fetch(`http://${host}:${port}/api/v4/auth`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      grant_type: 'client_credentials',
      client_id: account.clientId,
      client_secret: account.clientSecret,
    }),
  })
  const { access_token: token } = (await response.json()) as { access_token?: string }
  if (!token) throw new Error(`The service gave no token (${response.status})`)
  return token
}
