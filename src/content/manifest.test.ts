import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contentRoot, readContent } from './content-file.ts'
import { manifestOf, verifyContent } from './manifest.ts'

describe('verifyContent', () => {
  test('accepts the recorded content', () => {
    expect(() => verifyContent()).not.toThrow()
    expect(Object.keys(manifestOf())).toEqual(Object.keys(readContent('manifest.json')))
  })

  test.each([
    'items/disc.json',
    'items/focus.json',
    'items/core.json',
    'norms/focus.json',
    'locales/en/items.json',
  ])('refuses a change of one byte in %s and names the file', (name) => {
    const folder = copyOfContent()
    const bytes = readFileSync(join(folder, name))
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1
    writeFileSync(join(folder, name), bytes)
    expect(() => verifyContent(pathToFileURL(`${folder}/`))).toThrow(`content/${name}: the file changed`)
  })

  test('refuses a missing norm and an unrecorded form', () => {
    const folder = copyOfContent()
    rmSync(join(folder, 'norms/disc.json'))
    expect(() => verifyContent(pathToFileURL(`${folder}/`))).toThrow('norms/disc.json: the file is missing')
    const other = copyOfContent()
    writeFileSync(join(other, 'items/extra.json'), '{}')
    expect(() => verifyContent(pathToFileURL(`${other}/`))).toThrow(
      'items/extra.json: the file is not recorded',
    )
  })
})

describe('readContent', () => {
  test('names an unreadable file', () => {
    const folder = copyOfContent()
    writeFileSync(join(folder, 'items/core.json'), '{')
    expect(() => readContent('items/core.json', pathToFileURL(`${folder}/`))).toThrow(
      'content/items/core.json',
    )
  })
})

function copyOfContent(): string {
  const folder = mkdtempSync(join(tmpdir(), 'timbre-content-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(fileURLToPath(contentRoot), folder, { recursive: true })
  return folder
}
