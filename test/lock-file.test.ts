import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

type Entry = {
  integrity?: string
  resolved?: string
  link?: true
  dev?: true
  optional?: true
  os?: string[]
  libc?: string[]
  cpu?: string[]
}

/** The project's lock file, and those of what only `npm run mutation` and `npm run bench` install. */
const files = [
  'package-lock.json',
  'scripts/mutation/package-lock.json',
  'scripts/bench/packages/package-lock.json',
]
const entries = files.flatMap((file) => {
  const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8')
  const { packages } = JSON.parse(text) as { packages: Record<string, Entry> }
  return Object.entries(packages).filter(([path, { link }]) => path.includes('node_modules/') && !link)
})

test('every production package has a content hash', () => {
  const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==/.test(integrity ?? ''))
  // Binaries for developers on other platforms, in a version for which no hash was available when the file was written.
  const ofOtherPlatforms = ([, { dev, optional, os, libc, cpu }]: (typeof entries)[number]) =>
    dev &&
    optional &&
    (!os?.includes('linux') || libc?.includes('musl') || !cpu?.some((one) => one === 'x64'))
  expect(without.filter((entry) => !ofOtherPlatforms(entry)).map(([path]) => path)).toEqual([])
  expect(without.every(([path]) => /^node_modules\/@(biomejs|oxc-parser)\//.test(path))).toBe(true)
  expect(without.length).toBeLessThanOrEqual(23)
})

test('every package comes from the npm registry', () => {
  const hosts = entries.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : []))
  expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([])
})
