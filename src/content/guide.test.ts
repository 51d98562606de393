import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, describe, expect, test } from 'vitest'
import { guideParts, readGuide } from './guide.ts'

const folder = mkdtempSync(join(tmpdir(), 'timbre-guide-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const guide = readGuide('en')
const part = (id: string) => guide.parts.find((one) => one.id === id)?.text ?? ''

describe('the guide for reading scores', () => {
  test('has its parts in order, each of 80 to 160 words', () => {
    expect(guide.parts.map(({ id }) => id)).toEqual([...guideParts])
    const lengths = guide.parts.map(({ id, text }) => ({ id, words: text.split(/\s+/).length }))
    expect(lengths.filter(({ words }) => words < 80 || words > 160)).toEqual([])
  })

  test('says what each kind of score is compared with', () => {
    expect(part('disc')).toContain('Never compare one letter between two people')
    expect(part('focus')).toContain('percentile')
    expect(part('core')).toContain('no norm')
  })

  test('states the cuts of the levels as in scoring', () => {
    for (const cut of ['below 35', 'below 45', 'up to 55', 'up to 65']) expect(part('focus')).toContain(cut)
  })

  test('forbids decisions about work and conclusions about health', () => {
    for (const word of ['hire', 'promote', 'dismiss', 'diagnose', 'rank people']) {
      expect(part('use')).toContain(word)
    }
  })

  test('that lacks a part is refused', () => {
    mkdirSync(join(folder, 'locales/en'), { recursive: true })
    const parts = guide.parts.filter(({ id }) => id !== 'quality')
    writeFileSync(join(folder, 'locales/en/guide.json'), JSON.stringify({ ...guide, parts }))
    expect(() => readGuide('en', pathToFileURL(`${folder}/`))).toThrow(
      'content/locales/en/guide.json has no text for quality',
    )
  })
})
