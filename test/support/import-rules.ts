import { posix } from 'node:path'
import { type Import, importsIn, type Tree } from './syntax.ts'

/** One row of the import table: files, and everything that they may import. Computed paths are never allowed. */
export type ImportRule = {
  /**
   * A file, or a folder with a trailing slash. A folder covers its own files and not those of its subfolders. With `*`
   * it applies to each folder that has no row of its own.
   */
  at: string
  /** Rows by their `at`, also with `*`, or single files of them. Files of one row may always import each other. */
  may: readonly string[]
  /** The same, for `import type` only. */
  types?: readonly string[]
  /** Packages and Node modules by name. */
  packages?: readonly string[]
  /** Packages that may be imported as types only. */
  packageTypes?: readonly string[]
}

/** One line for each file without a row and each import that its row does not allow. */
export function importViolations(tree: Tree, rules: readonly ImportRule[]): string[] {
  const paths = Object.keys(tree).filter((path) => !isTest(path))
  return paths.flatMap((path) => {
    const rule = ruleOf(path, rules)
    if (!rule) return [`${path} is in no row of the import table`]
    if (!isCode(path)) return []
    return importsIn(path, tree[path] ?? '')
      .filter((one) => !isAllowed(path, one, rule, rules))
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

function ruleOf(path: string, rules: readonly ImportRule[]): ImportRule | undefined {
  const folder = `${posix.dirname(path)}/`
  const own = rules.find(({ at }) => at === path) ?? rules.find(({ at }) => at === folder)
  const shared = own ?? rules.find(({ at }) => matches(at, folder))
  return shared && { ...shared, at: own?.at ?? folder }
}

/** Whether `at` is this file or folder, or a pattern for it. */
export function matches(at: string, path: string): boolean {
  return at === path || (at.includes('*') && posix.matchesGlob(path, at))
}

function isAllowed(path: string, one: Import, rule: ImportRule, rules: readonly ImportRule[]): boolean {
  const { from, typesOnly } = one
  if (from === undefined) return false
  if (!from.startsWith('.')) {
    const name = packageOf(from)
    return Boolean(rule.packages?.includes(name) || (typesOnly && rule.packageTypes?.includes(name)))
  }
  const target = targetOf(path, from)
  if (isFixture(target)) return false
  const there = ruleOf(target, rules)?.at ?? `${posix.dirname(target)}/`
  if (there === rule.at) return true
  const allowed = [...rule.may, ...(typesOnly ? (rule.types ?? []) : [])]
  return allowed.some((one) => matches(one, there) || one === target)
}

function packageOf(from: string): string {
  if (from.startsWith('node:')) return from
  return from.split('/', from.startsWith('@') ? 2 : 1).join('/')
}
