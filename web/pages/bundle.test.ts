import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/**
 * Each script of the pages, compressed as by a server: taking, passkeys, copyable texts, list of languages, reports, API
 * reference frame.
 */
const budgets = {
  take: 15_000,
  passkey: 5 * 1024,
  copy: 1_000,
  language: 300,
  print: 1_000,
  reference: 1_500,
}

describe('the scripts of the pages', () => {
  const outDir = mkdtempSync(join(tmpdir(), 'timbre-bundle-'))
  const root = join(import.meta.dirname, '../..')
  let scripts: string[]

  beforeAll(async () => {
    await build({ root, build: { outDir } })
    scripts = readdirSync(join(outDir, 'assets')).filter((name) => name.endsWith('.js'))
  })
  afterAll(() => rmSync(outDir, { recursive: true, force: true }))

  test('are one file each', () => {
    expect(scripts).toHaveLength(Object.keys(budgets).length)
  })

  test.each(Object.entries(budgets))(
    'are within their budget: %s has at most %i bytes, gzipped',
    (name, budget) => {
      expect(gzipSync(readFileSync(fileOf(name))).length).toBeLessThanOrEqual(budget)
    },
  )

  test.each(Object.keys(budgets))('name no other host and evaluate no text: %s', (name) => {
    const text = readFileSync(fileOf(name), 'utf8')
    // Namespace names, and a URL in a developer warning. Neither is fetched.
    const own = text.replaceAll(/http:\/\/www\.w3\.org\/[\w/]+|https:\/\/simplewebauthn\.dev\/[\w/#-]+/g, '')
    expect(own).not.toMatch(/https?:\/\/|\beval\(|new Function/)
  })

  function fileOf(name: string): string {
    return join(outDir, 'assets', scripts.find((file) => file.startsWith(`${name}-`)) ?? '')
  }
})
