import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../../.cache/bench-packages')
const source = join(import.meta.dirname, 'packages')

/**
 * Installs the packages of `scripts/bench/packages/`, which have their own lock file and are not the project's. Returns
 * whether they are there: without the registry the bench runs without these peers.
 */
export function installPackages(): boolean {
  const [lock, stamp] = [join(folder, 'package-lock.json'), join(folder, 'node_modules/.installed.json')]
  const lockFile = readFileSync(join(source, 'package-lock.json'), 'utf8')
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockFile) return true
  mkdirSync(folder, { recursive: true })
  for (const name of ['package.json', 'package-lock.json'])
    copyFileSync(join(source, name), join(folder, name))
  const flags = ['ci', '--ignore-scripts', '--no-audit', '--no-fund']
  if (spawnSync('npm', flags, { cwd: folder, stdio: 'ignore' }).status !== 0) return false
  copyFileSync(lock, stamp)
  return true
}

/** Loads one of these packages, or a part of it. */
export function requirePackage<Exports>(name: string): Exports {
  return createRequire(join(folder, 'package.json'))(name) as Exports
}
