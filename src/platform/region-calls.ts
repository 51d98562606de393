import { setTimeout } from 'node:timers/promises'
import type { FailureKind } from '../contract/error-definition.ts'
import { type ErrorCode, errorDefinition, isErrorCode } from '../contract/errors.ts'
import { Failure } from '../contract/failure.ts'
import type { Clock } from '../contract/ports.ts'
import { type CallSigner, signCall } from '../identity/region-call.ts'

export type RegionCallSettings = {
  /** Service roots of the other regions by zone. */
  roots: Readonly<Record<string, string>>
  /** This zone. */
  zone: string
  secret: string
  /** The one before it, for regions that do not know the new one yet. */
  previousSecret?: string | undefined
  /** The key that this zone signs with now; asked for at each call. */
  signingKey: () => CallSigner['key']
  clock: Clock
  /** Longest wait for a whole answer. */
  silenceMilliseconds?: number
}

/**
 * Calls another region: `POST {root}/internal/{name}` with JSON, signed. Gives what it answers, which nobody has
 * checked yet. A refusal of the other side is thrown as the `Failure` that it was there; one that cannot be reached,
 * or answers as no region does, as `unavailable`.
 */
export type CallRegion = (zone: string, name: string, content: unknown) => Promise<unknown>

export function createRegionCalls(settings: RegionCallSettings): CallRegion {
  const {
    roots,
    zone: from,
    secret,
    previousSecret,
    signingKey,
    clock,
    silenceMilliseconds = 5_000,
  } = settings
  return async (zone, name, content) => {
    const root = roots[zone]
    if (root === undefined) throw new Error(`There is no region ${zone}`)
    const body = Buffer.from(JSON.stringify(content))
    for (const wait of retryDelays) {
      const answer = await callOnce(root, zone, name, body).catch(keysUnavailable)
      if (!(answer instanceof Failure)) return answer.content
      await setTimeout(wait)
    }
    return (await callOnce(root, zone, name, body)).content
  }

  async function callOnce(root: string, zone: string, name: string, body: Buffer<ArrayBuffer>) {
    const answer = await callWithSecret(secret, root, zone, name, body)
    if (answer.status !== 401 || previousSecret === undefined) return resultOrThrow(answer, zone, name)
    return resultOrThrow(await callWithSecret(previousSecret, root, zone, name, body), zone, name)
  }

  async function callWithSecret(
    known: string,
    root: string,
    zone: string,
    name: string,
    body: Buffer<ArrayBuffer>,
  ) {
    const signer = { secret: known, key: signingKey() }
    const authorization = await signCall(signer, { from, to: zone, name, body }, clock())
    return fetchJson(`${root}/internal/${name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(silenceMilliseconds),
    })
  }
}

/** What was answered, or the refusal that it is. */
function resultOrThrow(answer: { status: number; content: unknown }, zone: string, name: string) {
  if (answer.status === 200) return answer
  throw failureOf(answer.content) ?? regionUnavailable(`${zone} answered ${answer.status} to ${name}`)
}

/** Milliseconds before each repetition of a call to a region that could not look up our key yet. */
const retryDelays = [100, 200, 400, 800]

/** A region that cannot look up the key of a call has run nothing of it, so the call may be made again. */
function keysUnavailable(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'keys_unavailable') return error
  throw error
}

/** The keys that a region publishes, as they come. */
export async function fetchRegionKeys(root: string, silenceMilliseconds = 2_000): Promise<readonly object[]> {
  const { status, content } = await fetchJson(`${root}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(silenceMilliseconds),
  })
  const keys = (content as { keys?: unknown } | undefined)?.keys
  if (status !== 200 || !Array.isArray(keys)) throw regionUnavailable('There is no key set at this address')
  return keys.filter((key) => typeof key === 'object' && key !== null)
}

/** A redirect is not followed: what regions tell each other goes to the configured addresses and nowhere else. */
async function fetchJson(address: string, init: RequestInit): Promise<{ status: number; content: unknown }> {
  try {
    const response = await fetch(address, { ...init, redirect: 'manual' })
    const text = await readText(response)
    return { status: response.status, content: parsed(text) }
  } catch (cause) {
    if (cause instanceof Failure) throw cause
    throw regionUnavailable('The region did not answer', cause)
  }
}

async function readText(response: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let length = 0
  for await (const part of response.body ?? []) {
    length += part.byteLength
    if (length > maxBytes) throw new Error('The answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

const maxBytes = 8 * 1024 * 1024

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal as the internal door writes it. */
function failureOf(content: unknown): Failure | undefined {
  const sent = (content as { failure?: Record<string, unknown> } | undefined)?.failure
  if (!sent || typeof sent.message !== 'string' || !isForwardedKind(sent.kind)) return undefined
  const code =
    isErrorCode(sent.code) && errorDefinition(sent.code).kind === sent.kind
      ? sent.code
      : forwardedKinds[sent.kind]
  return new Failure(code, {
    message: sent.message,
    ...(typeof sent.param === 'string' ? { param: sent.param } : {}),
    ...(typeof sent.retryAfterSeconds === 'number' ? { retryAfterSeconds: sent.retryAfterSeconds } : {}),
  })
}

/**
 * The kinds of refusal that mean the same in every region; any other kind is a fault between the regions. The code
 * stands in for one that a newer release of the other region has sent.
 */
const forwardedKinds = {
  invalid: 'invalid_input',
  forbidden: 'forbidden',
  missing: 'not_found',
  conflict: 'conflict',
  paused: 'account_paused',
  limited: 'rate_limited',
  unavailable: 'unavailable',
} as const satisfies Partial<Record<FailureKind, ErrorCode>>

function isForwardedKind(kind: unknown): kind is keyof typeof forwardedKinds {
  return typeof kind === 'string' && Object.hasOwn(forwardedKinds, kind)
}

function regionUnavailable(why: string, cause?: unknown): Failure {
  return new Failure('unavailable', {
    message: 'The other region cannot be reached. Try again soon.',
    cause: new Error(why, { cause }),
    retryAfterSeconds: 5,
  })
}
