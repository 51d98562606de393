import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  activateNextSecretKey,
  prepareNextKey,
  readSecretKeys,
  removePreviousKeys,
} from './secret-key-files.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'timbre-key-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

/** The only key in this data directory. */
async function openSecretKey(secretKey: Buffer | undefined, folder: string): Promise<Buffer> {
  const keys = await readSecretKeys({ secretKey, previousSecretKeys: [], dataDir: folder })
  expect(keys).toHaveLength(1)
  return keys[0]
}

describe('readSecretKeys', () => {
  test('returns the configured key and writes nothing', async () => {
    const configured = Buffer.alloc(32, 1)
    expect(await openSecretKey(configured, dataDir)).toBe(configured)
    expect(readdirSync(dataDir)).toEqual([])
  })

  test('creates a key of 32 bytes, readable only by its owner, and finds it again', async () => {
    const key = await openSecretKey(undefined, join(dataDir, 'new', 'folder'))
    expect(key).toHaveLength(32)
    expect(await openSecretKey(undefined, join(dataDir, 'new', 'folder'))).toEqual(key)
    const file = join(dataDir, 'new', 'folder', 'secret.key')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(readFileSync(file, 'utf8')).toBe(`${key.toString('base64url')}\n`)
    expect(readdirSync(join(dataDir, 'new', 'folder'))).toEqual(['secret.key'])
  })

  test('refuses in one line to make a key beside a database that has lost its own', async () => {
    mkdirSync(join(dataDir, 'postgres'))
    writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '18')
    await expect(openSecretKey(undefined, dataDir)).rejects.toThrow(/^The file secret.key is missing/)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })

  test('is not disturbed by a leftover draft', async () => {
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

describe('a rotation of the files', () => {
  const read = () => readSecretKeys({ secretKey: undefined, previousSecretKeys: [], dataDir })

  test('prepares one next key however often it is called, and then makes it the current one', async () => {
    const [first] = await read()
    const next = await prepareNextKey(dataDir)
    expect(await prepareNextKey(dataDir)).toEqual(next)
    expect(await read()).toEqual([first, next])
    await activateNextSecretKey(dataDir)
    expect(await read()).toEqual([next, first])
    await activateNextSecretKey(dataDir)
    expect(await read()).toEqual([next, first])
    expect(statSync(join(dataDir, 'secret.key.previous')).mode & 0o777).toBe(0o600)
    expect(await removePreviousKeys(dataDir)).toBe(true)
    expect(await read()).toEqual([next])
    expect(readdirSync(dataDir)).toEqual(['secret.key'])
  })

  test('keeps the keys of all earlier rotations until they are removed', async () => {
    const keys = await read()
    for (let turn = 0; turn < 3; turn += 1) {
      keys.unshift(await prepareNextKey(dataDir))
      await activateNextSecretKey(dataDir)
    }
    expect(await read()).toEqual(keys)
  })

  test('continues after it was killed when the current key was already stored as previous', async () => {
    const [first] = await read()
    const next = await prepareNextKey(dataDir)
    writeFileSync(join(dataDir, 'secret.key.previous'), `${first.toString('base64url')}\n`)
    expect(new Set((await read()).map(String))).toEqual(new Set([first, next].map(String)))
    await activateNextSecretKey(dataDir)
    expect(await read()).toEqual([next, first])
  })

  test('never leaves a concurrent reader without a key', async () => {
    const [first] = await read()
    const next = await prepareNextKey(dataDir)
    const reading = Promise.all(Array.from({ length: 50 }, read))
    await activateNextSecretKey(dataDir)
    for (const keys of await reading) {
      for (const key of [first, next]) expect(keys.some((one) => one.equals(key))).toBe(true)
    }
  })
})
