import { setTimeout } from 'node:timers/promises'
import type { FailureKind } from '../contract/error-definition.ts'
import { type ErrorCode, errorDefinition, isErrorCode } from '../contract/errors.ts'
import { Failure } from '../contract/failure.ts'

export type RegionCallSettings = {
  /** Service roots of the other regions by zone. */
  roots: Readonly<Record<string, string>>
  /**
   * Sign calls with the current secret and, while it is being changed, with the previous one for regions that don't
   * have the new one yet.
   */
  signers: readonly [current: SignRegionCall, previous?: SignRegionCall]
  /** Maximum time for a complete response. */
  silenceMilliseconds?: number
}

/** Returns the `Authorization` header of a call to a zone. */
export type SignRegionCall = (call: { to: string; name: string; body: Buffer }) => Promise<string>

/**
 * Calls another region: `POST {root}/internal/{name}` with signed JSON. Returns the response, which isn't validated
 * yet. A refusal of the other region is thrown as the same `Failure`. If the region can't be reached or responds
 * unexpectedly, the call fails as `unavailable`.
 */
export type CallRegion = (zone: string, name: string, content: unknown) => Promise<unknown>

export function createRegionCalls({
  roots,
  signers: [sign, signWithPrevious],
  silenceMilliseconds = 5_000,
}: RegionCallSettings): CallRegion {
  return async (zone, name, content) => {
    const root = roots[zone]
    if (root === undefined) throw new Error(`There is no region ${zone}`)
    const body = Buffer.from(JSON.stringify(content))
    for (const wait of retryDelays) {
      const response = await callOnce(root, zone, name, body).catch(keysUnavailable)
      if (!(response instanceof Failure)) return response.content
      await setTimeout(wait)
    }
    return (await callOnce(root, zone, name, body)).content
  }

  async function callOnce(root: string, zone: string, name: string, body: Buffer<ArrayBuffer>) {
    const response = await callSignedBy(sign, root, zone, name, body)
    if (response.status !== 401 || signWithPrevious === undefined) return resultOrThrow(response, zone, name)
    return resultOrThrow(await callSignedBy(signWithPrevious, root, zone, name, body), zone, name)
  }

  async function callSignedBy(
    signer: SignRegionCall,
    root: string,
    zone: string,
    name: string,
    body: Buffer<ArrayBuffer>,
  ) {
    const authorization = await signer({ to: zone, name, body })
    return fetchJson(`${root}/internal/${name}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(silenceMilliseconds),
    })
  }
}

/** Returns the response, or throws the refusal that it contains. */
function resultOrThrow(response: { status: number; content: unknown }, zone: string, name: string) {
  if (response.status === 200) return response
  throw failureOf(response.content) ?? regionUnavailable(`${zone} answered ${response.status} to ${name}`)
}

/** Milliseconds before each retry of a call to a region that couldn't look up our key yet. */
const retryDelays = [100, 200, 400, 800]

/** A region that can't look up the key of a call has executed nothing, so the call may be repeated. */
function keysUnavailable(error: unknown): Failure {
  if (error instanceof Failure && error.code === 'keys_unavailable') return error
  throw error
}

/** The keys that a region publishes, not validated. */
export async function fetchRegionKeys(root: string, silenceMilliseconds = 2_000): Promise<readonly object[]> {
  const { status, content } = await fetchJson(`${root}/.well-known/jwks.json`, {
    signal: AbortSignal.timeout(silenceMilliseconds),
  })
  const keys = (content as { keys?: unknown } | undefined)?.keys
  if (status !== 200 || !Array.isArray(keys)) throw regionUnavailable('There is no key set at this address')
  return keys.filter((key) => typeof key === 'object' && key !== null)
}

/** Doesn't follow redirects: data between regions goes only to the configured URLs. */
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

/** A refusal in the format of the internal API. */
function failureOf(content: unknown): Failure | undefined {
  const failure = (content as { failure?: Record<string, unknown> } | undefined)?.failure
  if (!failure || typeof failure.message !== 'string' || !isForwardedKind(failure.kind)) return undefined
  const code =
    isErrorCode(failure.code) && errorDefinition(failure.code).kind === failure.kind
      ? failure.code
      : forwardedKinds[failure.kind]
  return new Failure(code, {
    message: failure.message,
    ...(typeof failure.param === 'string' ? { param: failure.param } : {}),
    ...(typeof failure.retryAfterSeconds === 'number'
      ? { retryAfterSeconds: failure.retryAfterSeconds }
      : {}),
  })
}

/**
 * The kinds of refusal that mean the same in every region. Any other kind is an error between the regions. The code is
 * used if a newer release of the other region has sent an unknown one.
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
