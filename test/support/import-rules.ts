import { posix } from 'node:path'
import { type Import, importsOf, nodesOf, type Tree } from './syntax.ts'

/**
 * One row of the import table: the files in a place, and everything that they may import. Anything else is refused:
 * other places, packages, Node modules, computed paths.
 */
export type ImportRule = {
  /** A file, or a folder with a trailing slash. A folder covers its own files and not those of its subfolders. */
  at: string
  /** Places by their `at`, or single files of them. A place may always import itself. */
  may: readonly string[]
  /** The same, for `import type` only. */
  types?: readonly string[]
  /** Packages and Node modules by name. */
  packages?: readonly string[]
  /** Packages that may be imported as types only. */
  packageTypes?: readonly string[]
  /** Files that may use a computed import. */
  computed?: readonly string[]
  /** Additional imports for single files. */
  also?: Readonly<Record<string, readonly string[]>>
}

/** One line for each file without a place and each import that its place does not allow. */
export function importViolations(tree: Tree, places: readonly ImportRule[]): string[] {
  const paths = Object.keys(tree).filter((path) => !isTest(path))
  return paths.flatMap((path) => {
    const place = placeOf(path, places)
    if (!place) return [`${path} stands in no known place`]
    if (!isCode(path)) return []
    return importsOf(nodesOf(path, tree[path] ?? ''))
      .filter((one) => !isAllowed(path, one, place, places))
      .map(({ from }) => `${path} must not import ${from ?? 'a path that is computed'}`)
  })
}

export function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path) || isFixture(path)
}

/** Made-up data that only tests read; the rules for tests apply to it. */
function isFixture(path: string): boolean {
  return /\/(seeds|sample)\.ts$/.test(path)
}

export function isCode(path: string): boolean {
  return /\.tsx?$/.test(path)
}

/** The target of a relative import from the repository root, without a bundler query (`?raw`). */
export function targetOf(path: string, from: string): string {
  return posix.join(posix.dirname(path), from.replace(/\?.*$/, ''))
}

function placeOf(path: string, places: readonly ImportRule[]): ImportRule | undefined {
  return places.find(({ at }) => at === path) ?? places.find(({ at }) => at === `${posix.dirname(path)}/`)
}

function isAllowed(path: string, one: Import, place: ImportRule, places: readonly ImportRule[]): boolean {
  const { from, typesOnly } = one
  if (from === undefined) return place.computed?.includes(path) ?? false
  if (!from.startsWith('.')) {
    const name = packageOf(from)
    return Boolean(place.packages?.includes(name) || (typesOnly && place.packageTypes?.includes(name)))
  }
  const target = targetOf(path, from)
  if (isFixture(target)) return false
  const there = placeOf(target, places)?.at ?? `${posix.dirname(target)}/`
  if (there === place.at) return true
  const allowed = [...place.may, ...(place.also?.[path] ?? []), ...(typesOnly ? (place.types ?? []) : [])]
  return allowed.includes(there) || allowed.includes(target)
}

function packageOf(from: string): string {
  if (from.startsWith('node:')) return from
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/')
}
