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

const file = join(import.meta.dirname, '../package-lock.json')
const entries = Object.entries(
  (JSON.parse(readFileSync(file, 'utf8')) as { packages: Record<string, Entry> }).packages,
).filter(([path, { link }]) => path !== '' && !link)

test('every package that is installed where the service runs has a hash of its content', () => {
  const without = entries.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==/.test(integrity ?? ''))
  // Programs for developers on other platforms, in a version of which no hash was to be had when the file was written.
  const ofOtherPlatforms = ([, { dev, optional, os, libc, cpu }]: (typeof entries)[number]) =>
    dev &&
    optional &&
    (!os?.includes('linux') || libc?.includes('musl') || !cpu?.some((one) => one === 'x64'))
  expect(without.filter((entry) => !ofOtherPlatforms(entry)).map(([path]) => path)).toEqual([])
  expect(without.every(([path]) => /^node_modules\/@(biomejs|oxc-parser)\//.test(path))).toBe(true)
  expect(without.length).toBeLessThanOrEqual(23)
})

test('no package comes from anywhere but the registry of npm', () => {
  const hosts = entries.flatMap(([, { resolved }]) => (resolved ? [new URL(resolved).host] : []))
  expect(hosts.filter((host) => host !== 'registry.npmjs.org')).toEqual([])
})
