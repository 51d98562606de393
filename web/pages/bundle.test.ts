import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** All JavaScript of the taking page, compressed as a server would. */
const budget = 15 * 1024

describe('the script of the taking page', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'timbre-bundle-'))
  const root = join(import.meta.dirname, '../..')
  let scripts: string[]

  beforeAll(async () => {
    await build({ root, build: { outDir } })
    scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
  })
  afterAll(() => rmSync(outDir, { recursive: true, force: true }))

  test(`is one file of at most ${budget} bytes, gzipped`, () => {
    expect(scripts).toHaveLength(1)
    expect(gzipSync(readFileSync(join(outDir, 'assets', scripts[0] ?? ''))).length).toBeLessThanOrEqual(
      budget,
    )
  })

  test('names no other host and evaluates no text', () => {
    const text = readFileSync(join(outDir, 'assets', scripts[0] ?? ''), 'utf8')
    expect(text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+/g, '')).not.toMatch(
      /https?:\/\/|\beval\(|new Function/,
    )
  })
})
