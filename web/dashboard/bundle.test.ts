import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'

type Chunk = { file: string; isEntry?: boolean; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }

const dist = join(import.meta.dirname, '../../dist')
const manifest: Record<string, Chunk> = JSON.parse(
  readFileSync(join(dist, 'dashboard/manifest.json'), 'utf8'),
)

/** A chunk with everything it imports statically. */
function whole(name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return seen
  seen.add(name)
  for (const chunk of manifest[name]?.imports ?? []) whole(chunk, seen)
  return seen
}

const sizeOf = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
const sum = (names: Iterable<string>) =>
  [...names].reduce((total, name) => total + sizeOf(manifest[name]?.file ?? ''), 0)

const [entry = ''] = Object.keys(manifest).filter((name) => manifest[name]?.isEntry)
const first = whole(entry)
const routes = Object.keys(manifest).filter((name) => manifest[name]?.isDynamicEntry)

/** What begins an outermost rule of a sheet, but for layers and fonts. */
function outermost(css: string): string[] {
  let depth = 0
  const starts = css.split(/([{}])/).filter((part) => {
    if (part === '}') depth -= 1
    if (part === '{') depth += 1
    return depth === 0 && part !== '}'
  })
  return starts.flatMap((start) => {
    const rule = start.replaceAll(/@(layer|charset)[^;{]*;/g, '').trim()
    return rule === '' || /^@(layer|font-face)\b/.test(rule) ? [] : [rule]
  })
}

describe('the gzipped dashboard has', () => {
  test('at most 120 KB before anything is shown', () => {
    expect(sum(first)).toBeLessThanOrEqual(120 * 1024)
  })

  test.each(routes)('at most 60 KB more for %s', (route) => {
    const more = [...whole(route)].filter((name) => !first.has(name))
    expect(more).not.toEqual([])
    expect(sum(more)).toBeLessThanOrEqual(60 * 1024)
  })

  const stylesOf = (names: Iterable<string>) =>
    new Set([...names].flatMap((name) => manifest[name]?.css ?? []))

  test('at most 12 KB of styles before anything is shown, and 4 KB more for any page', () => {
    const own = stylesOf(first)
    expect(own.size).toBeGreaterThan(0)
    expect([...own].reduce((total, file) => total + sizeOf(file), 0)).toBeLessThanOrEqual(12 * 1024)
    for (const route of routes) {
      const more = [...stylesOf(whole(route))].filter((file) => !own.has(file))
      expect(
        more.reduce((total, file) => total + sizeOf(file), 0),
        route,
      ).toBeLessThanOrEqual(4 * 1024)
    }
  })

  test('no styles outside of a layer, where they would win over those of every other page', () => {
    const sheets = new Set(Object.values(manifest).flatMap(({ file, css = [] }) => [file, ...css]))
    for (const sheet of [...sheets].filter((name) => name.endsWith('.css'))) {
      expect([sheet, outermost(readFileSync(join(dist, sheet), 'utf8'))]).toEqual([sheet, []])
    }
  })

  test('no other host and no evaluated text', () => {
    const files = Object.values(manifest)
      .map(({ file }) => file)
      .filter((file) => file.endsWith('.js'))
    for (const file of new Set(files)) {
      const text = readFileSync(join(dist, file), 'utf8')
      // Namespace names, and addresses in developer warnings. None of them is fetched.
      const own = text.replaceAll(
        /https?:\/\/(www\.w3\.org|react\.dev|base-ui\.com|tanstack\.com|github\.com)\/[^"'`\s)]*/g,
        '',
      )
      expect(own.match(/https?:\/\/[a-z0-9.-]+\.[a-z]+|\beval\(|new Function\(/g) ?? [], file).toEqual([])
    }
  })
})
