import { randomBytes } from 'node:crypto'
import { access, link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The key that seals what must be read again: the configured one, or, for the embedded database, one that is
 * made at the first start and kept beside it, readable by its owner only.
 */
export async function openSecretKey(configured: Buffer | undefined, dataDir: string): Promise<Buffer> {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  if (!(await isThere(file))) await makeKey(file)
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  if (key.length === 32) return key
  throw new Error('The file secret.key in DATA_DIR is damaged: it must hold 32 bytes in base64url.')
}

/** Linked into its place, so that it is there as a whole or not at all; of two starters the first one wins. */
async function makeKey(file: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  await rm(draft, { force: true })
  await writeFile(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  try {
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await rm(draft, { force: true })
  }
}

async function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  )
}
