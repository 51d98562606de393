import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from './failure.ts'
import { createFile, replaceFile, tryLock } from './files.ts'
import type { Settings } from './settings.ts'

/** The signing secret of this machine, made at the first use. */
export function readSecret(folder: string): string {
  const file = join(folder, 'webhook-secret')
  // Two programs may start together: a link is made only once, and both read what it holds.
  if (!existsSync(file)) createFile(file, `whsec_${randomBytes(32).toString('base64')}\n`)
  chmodSync(file, 0o600)
  const secret = readFileSync(file, 'utf8').trim()
  if (!/^whsec_[A-Za-z0-9+/]{32,}={0,2}$/.test(secret)) {
    throw new Failure(`${file} holds no signing secret. Delete it to get a new one.`)
  }
  return secret
}

/** The place in the feed of one service, client and choice of types. */
export type Cursor = {
  /** The id of the last event that is done; null stands for the oldest. Undefined at the first start. */
  read: () => string | null | undefined
  write: (after: string | null) => void
  /** Lets others use the cursor. */
  release: () => void
}

/**
 * Opens the cursor for this process alone: one for forwarding, and another for looking, so that a look takes no event
 * from a server. Fails as `Failure` if another process has it.
 */
export function openCursor(
  folder: string,
  { url, clientId, token }: Settings,
  types: readonly string[],
  isForwarding: boolean,
): Cursor {
  // A token may be another client's tomorrow; its account is what the feed belongs to, and only the service knows it.
  const client = token === undefined ? clientId : createHash('sha256').update(token).digest('hex')
  const key = JSON.stringify([url, client, [...new Set(types)].sort(), ...(isForwarding ? [] : ['look'])])
  const file = join(folder, 'listen', createHash('sha256').update(key).digest('hex').slice(0, 32))
  const release = lock(`${file}.lock`)
  return {
    read: () => (existsSync(`${file}.json`) ? readCursor(`${file}.json`) : undefined),
    write: (after) => replaceFile(`${file}.json`, `${JSON.stringify({ url, clientId, types, after })}\n`),
    release,
  }
}

function readCursor(file: string): string | null {
  try {
    const { after } = JSON.parse(readFileSync(file, 'utf8')) as { after: unknown }
    if (after === null || (typeof after === 'string' && /^[0-9a-f]{24}$/.test(after))) return after
  } catch {
    // The same answer as for a file that holds something else.
  }
  throw new Failure(`${file} holds no place in the feed. Delete it to start with new events.`)
}

function lock(file: string): () => void {
  const taken = tryLock(file)
  if ('release' in taken) return taken.release
  throw new Failure(
    `Process ${taken.heldBy} listens with the same client and types already. Stop it, or choose other --types.`,
  )
}
