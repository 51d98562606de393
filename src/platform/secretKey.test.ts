import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openSecretKey } from './secretKey.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-key-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

describe('openSecretKey', () => {
  test('gives the configured key and writes nothing', async () => {
    const configured = Buffer.alloc(32, 1)
    expect(await openSecretKey(configured, dataDir)).toBe(configured)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('makes a key of 32 bytes for its owner alone, and finds it again', async () => {
    const made = await openSecretKey(undefined, join(dataDir, 'new', 'folder'))
    expect(made).toHaveLength(32)
    expect(await openSecretKey(undefined, join(dataDir, 'new', 'folder'))).toEqual(made)
    const file = join(dataDir, 'new', 'folder', 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`${made.toString('base64url')}\n`)
    expect(readdirSync(join(dataDir, 'new', 'folder'))).toEqual(['secret.key'])
  })

  test('is not hindered by a draft that was left behind', async () => {
    writeFileSync(join(dataDir, `secret.key.${process.pid}`), '')
    expect(await openSecretKey(undefined, dataDir)).toHaveLength(32)
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  test.each([[''], ['AAAA'], ['not a key at all']])(
    'refuses the damaged file %j in one line',
    async (text) => {
      writeFileSync(join(dataDir, 'secret.key'), text)
      await expect(openSecretKey(undefined, dataDir)).rejects.toThrow(
        /^The file secret.key in DATA_DIR is damaged/,
      )
      expect(readFileSync(join(dataDir, 'secret.key'), 'utf8')).toBe(text)
    },
  )
})
