import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { doorOperations } from '../../catalog.ts'
import { Failure } from '../../contract/failure.ts'
import type { Operation } from '../../contract/operation.ts'
import type { Scope } from '../../contract/scope.ts'
import type { Gate } from '../../gate/gate.ts'
import { readJsonBody, refuseEncodedBody } from '../body.ts'
import {
  type ConnectionKeySettings,
  type ConnectionOfKey,
  callerOfConnection,
  requireConnection,
} from '../connection-key.ts'
import { failureFromError } from '../failure-from-error.ts'
import { statusOf } from '../status.ts'

export type AtsSettings = ConnectionKeySettings & {
  gate: Gate
  /** Whether any account has such a connection. */
  hasConnection: (provider: Door['provider'], connectionId: string) => Promise<boolean>
  logUnexpected: (request: FastifyRequest, failure: Failure) => void
}

export type Door = {
  provider: 'greenhouse' | 'ashby'
  /** Method and last part of the address of each call. */
  calls: Readonly<Record<string, (call: DoorCall) => Promise<object>>>
  /** How the system is told of a refusal. */
  refusal: (failure: Failure, call: string) => { status: number; body: object }
}

export type DoorCall = {
  name: string
  query: URLSearchParams
  /** The fields of the JSON body. */
  body: Record<string, unknown>
  perform: <Name extends keyof typeof doorOperations>(
    name: Name,
    input: Record<string, unknown>,
    scopes?: readonly Scope[],
  ) => Promise<ResourceOfDoor<Name>>
}

type ResourceOfDoor<Name extends keyof typeof doorOperations> = Awaited<
  ReturnType<(typeof doorOperations)[Name]['run']>
>['resource']

/**
 * `/ats/{system}/{connectionId}/{call}`: turns requests of one system into operations of the connection's machine client,
 * and refusals into what the system shows. An address without a connection is 404. Decides nothing.
 */
export function registerDoor(
  ats: FastifyInstance,
  { provider, calls, refusal }: Door,
  settings: AtsSettings,
): void {
  for (const [route, answer] of Object.entries(calls)) {
    const [method = '', name = ''] = route.split(' ')
    ats.route<{ Params: { connectionId: string } }>({
      method,
      url: `/${provider}/:connectionId/${name}`,
      errorHandler: (error, request, reply) => refuse(request, reply, failureFromError(error), name),
      handler: async (request, reply) => {
        const connection = await authenticate(request, reply, settings, provider)
        const perform = runAs(settings, connection, request)
        const sent = {
          name,
          query: new URL(request.raw.url ?? '/', 'http://unused.invalid').searchParams,
          body: method === 'GET' ? {} : bodyOf(request),
          perform,
        }
        try {
          return await reply.send(await answer(sent))
        } catch (error) {
          const failure = failureFromError(error as Error)
          if (isWorthNoting(failure)) await note(perform, name, failure, refusal)
          throw failure
        }
      },
    })
  }

  function refuse(request: FastifyRequest, reply: FastifyReply, failure: Failure, name: string) {
    if (failure.kind === 'unexpected') settings.logUnexpected(request, failure)
    const { status, body } = refusal(failure, name)
    if (failure.retryAfterSeconds) reply.header('retry-after', String(failure.retryAfterSeconds))
    if (status === 401) reply.header('www-authenticate', 'Basic realm="Timbre"')
    return reply.code(status).send(body)
  }
}

/** The key must be that of the connection in the address; any other is wrong, no matter who sends it. */
async function authenticate(
  request: FastifyRequest<{ Params: { connectionId: string } }>,
  reply: FastifyReply,
  settings: AtsSettings,
  provider: Door['provider'],
): Promise<ConnectionOfKey> {
  const { connectionId } = request.params
  if (!(await settings.hasConnection(provider, connectionId))) throw new Failure('not_found')
  const connection = await requireConnection(
    request,
    reply,
    settings,
    (found) => found.connectionId === connectionId && found.provider === provider,
  )
  request.caller = callerOfConnection(connection, settings)
  return connection
}

function runAs(
  settings: AtsSettings,
  connection: ConnectionOfKey,
  request: FastifyRequest,
): DoorCall['perform'] {
  return async (name, input, scopes) => {
    const caller = callerOfConnection(connection, settings, scopes)
    const operation = doorOperations[name] as unknown as Operation
    const { resource } = await settings.gate(operation, caller, input, { id: String(request.id) })
    return resource as never
  }
}

/** An empty body is an empty object. */
function bodyOf(request: FastifyRequest): Record<string, unknown> {
  refuseEncodedBody(request.headers['content-encoding'])
  return readJsonBody(request.headers['content-type'], request.body as Buffer | undefined)
}

/** What someone of the account can do something about. Floods are left out. */
function isWorthNoting({ kind, code }: Failure): boolean {
  if (code === 'rate_limited') return false
  return ['invalid', 'billing', 'conflict', 'forbidden', 'paused', 'limited', 'missing'].includes(kind)
}

/** The refusal stands whether or not it can be noted. */
async function note(
  perform: DoorCall['perform'],
  call: string,
  failure: Failure,
  refusal: Door['refusal'],
): Promise<void> {
  const { status } = refusal(failure, call)
  await perform('noteAtsProblem', { call, status, message: recruiterSentence(failure) }).catch(() => {})
}

/** The message in the words of a recruiter, who knows no fields of ours. */
export function recruiterSentence({ message }: Failure): string {
  return message
    .replace(/^person\.email /, "The candidate's email ")
    .replace(/^person\.\w+ /, "The candidate's name ")
    .replace(' such as ada@example.com', '')
}

/** For systems that have no word for a kind of refusal. */
export function statusFor({ kind }: Failure, statuses: Partial<Record<Failure['kind'], number>>): number {
  return statuses[kind] ?? statusOf(kind)
}

/** The text of a field; undefined if it is missing, null or something else. */
export function textOf(fields: Record<string, unknown>, name: string): string | undefined {
  const value = fields[name]
  if (typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : undefined
}

/** The fields of an object in a body; none if it is missing. */
export function objectOf(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = fields[name]
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {}
}

/** Names longer than a profile has room for are cut, because nobody at the system could mend that. */
export function nameOf(fields: Record<string, unknown>, ...names: readonly string[]): string {
  const found = names.map((name) => textOf(fields, name)?.trim()).find((name) => name)
  return [...(found ?? '').replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')].slice(0, 100).join('')
}
