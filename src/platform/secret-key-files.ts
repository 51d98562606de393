import { randomBytes } from 'node:crypto'
import { access, link, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Where the keys come from: the environment or, for the embedded database, files in DATA_DIR. */
export type SecretKeySource = {
  /** SECRET_KEY. The files are only used without it. */
  secretKey: Buffer | undefined
  /** SECRET_KEY_PREVIOUS. */
  previousSecretKeys: readonly Buffer[]
  dataDir: string
}

/**
 * All keys of the installation, the current one first. Without SECRET_KEY they are stored in DATA_DIR, readable only by
 * their owner: `secret.key`, created at the first start, and never beside a database that exists; during a rotation
 * `secret.key.next`; after it `secret.key.previous`, with one line per key.
 */
export async function readSecretKeys(source: SecretKeySource): Promise<[Buffer, ...Buffer[]]> {
  const { secretKey, previousSecretKeys, dataDir } = source
  if (secretKey) return [secretKey, ...previousSecretKeys]
  const files = filesIn(dataDir)
  await mkdir(dataDir, { recursive: true })
  if (!(await isThere(files.own))) {
    // The key is made before the database: without it this is not a first start.
    if (await isThere(join(dataDir, 'postgres', 'PG_VERSION'))) throw lostKeyFile()
    await makeKey(files.own)
  }
  for (;;) {
    const [own] = await keysIn(files.own)
    if (!own) throw damagedKeyFile(files.own)
    const otherKeys = [...(await keysIn(files.next)), ...(await keysIn(files.previous))]
    const [ownAfter] = await keysIn(files.own)
    // If a rotation has moved the files meanwhile, a key could have been missed.
    if (ownAfter?.equals(own)) return [own, ...otherKeys]
  }
}

/** The key that a rotation switches to. Created at the first call and the same until `activateNextSecretKey`. */
export async function prepareNextKey(dataDir: string): Promise<Buffer> {
  const { next } = filesIn(dataDir)
  if (!(await isThere(next))) await makeKey(next)
  const [key] = await keysIn(next)
  if (!key) throw damagedKeyFile(next)
  return key
}

/**
 * Makes the next key the current one. The current key is added to the previous ones first, so that every key is in a
 * file at all times. Called again after a kill, it completes the rest.
 */
export async function activateNextSecretKey(dataDir: string): Promise<void> {
  const { own, next, previous } = filesIn(dataDir)
  if (!(await isThere(next))) return
  const [former, newest] = [(await keysIn(own))[0], (await keysIn(next))[0]]
  if (!former || !newest) throw damagedKeyFile(former ? next : own)
  const remaining = (await keysIn(previous)).filter((key) => !key.equals(former))
  await writeWhole(previous, [former, ...remaining].map(lineOf).join(''))
  await rename(next, own)
  await syncFolder(dataDir)
}

/** Removes the previous keys. Returns whether there were any. */
export async function removePreviousKeys(dataDir: string): Promise<boolean> {
  const { previous } = filesIn(dataDir)
  const wasThere = await isThere(previous)
  await rm(previous, { force: true })
  return wasThere
}

function filesIn(dataDir: string) {
  const own = join(dataDir, 'secret.key')
  return { own, next: `${own}.next`, previous: `${own}.previous` }
}

/** The keys in a file, one per line. None if there is no file. */
async function keysIn(file: string): Promise<Buffer[]> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const keys = text.split('\n').filter((line) => line.trim() !== '')
  return keys.map((line) => {
    const key = Buffer.from(line.trim(), 'base64url')
    if (key.length !== 32) throw damagedKeyFile(file)
    return key
  })
}

function damagedKeyFile(file: string): Error {
  const name = file.slice(file.lastIndexOf('secret.key'))
  return new Error(`The file ${name} in DATA_DIR is damaged: it must hold 32 bytes in base64url.`)
}

function lineOf(key: Buffer): string {
  return `${key.toString('base64url')}\n`
}

function lostKeyFile(): Error {
  return new Error(
    'The file secret.key is missing in DATA_DIR, whose database was sealed with it. Put it back, or set SECRET_KEY.',
  )
}

/** Created under another name and linked, so that it appears complete. Of two starting processes the first one wins. */
async function makeKey(file: string): Promise<void> {
  const draft = await writeDraft(file, lineOf(randomBytes(32)))
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function writeWhole(file: string, text: string): Promise<void> {
  await rename(await writeDraft(file, text), file)
}

async function writeDraft(file: string, text: string): Promise<string> {
  const draft = `${file}.${process.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, text, { mode: 0o600, flag: 'wx', flush: true })
  return draft
}

/** A rename is only durable once the folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
