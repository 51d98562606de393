import { randomBytes } from 'node:crypto'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * The key that seals what must be read again: the configured one, or, for the embedded database, one that is
 * made at the first start and kept beside it, readable by its owner only.
 */
export async function openSecretKey(configured: Buffer | undefined, dataDir: string): Promise<Buffer> {
  if (configured) return configured
  const file = join(dataDir, 'secret.key')
  await mkdir(dataDir, { recursive: true })
  try {
    const fresh = randomBytes(32).toString('base64url')
    await writeFile(file, `${fresh}\n`, { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from((await readFile(file, 'utf8')).trim(), 'base64url')
  if (key.length === 32) return key
  throw new Error('The file secret.key in DATA_DIR is damaged: it must hold 32 bytes in base64url.')
}
