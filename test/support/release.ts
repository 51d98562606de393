import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** The commit of the newest tag, or undefined when no version has a tag yet. */
export function newestRelease(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0', '--match', 'v*').trim()
  } catch {
    return undefined
  }
}

/**
 * A folder in `.cache/releases` with the files of this commit and the packages that it needs. Takes a minute the first
 * time; npm's registry must be reachable.
 */
export function prepareRelease(revision: string): string {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`).trim()
  const folder = join(root, '.cache/releases', commit)
  if (!existsSync(join(folder, prepared))) {
    rmSync(folder, { recursive: true, force: true })
    mkdirSync(folder, { recursive: true })
    const files = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 30 })
    execFileSync('tar', ['-x'], { cwd: folder, input: files })
    execFileSync('sh', ['scripts/prepare.sh', 'test'], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    writeFileSync(join(folder, prepared), '')
  }
  return folder
}

const prepared = '.cache/prepared'

/**
 * A copy of a release whose tests run on the database of this version: it has this version's migrations, and knows
 * nothing of the code that uses them.
 */
export function withMigrationsOfThisVersion(release: string): string {
  const folder = `${release}-new-schema`
  rmSync(folder, { recursive: true, force: true })
  execFileSync('cp', ['-al', release, folder])
  rmSync(join(folder, 'migrations'), { recursive: true })
  const present = join(root, 'migrations')
  for (const name of execFileSync('ls', [present], { encoding: 'utf8' }).trim().split('\n')) {
    const target = join(folder, 'migrations', name)
    cpSync(join(present, name), target)
    // An earlier version runs each file in a transaction.
    writeFileSync(target, readFileSync(target, 'utf8').replaceAll(/\bindex concurrently\b/g, 'index'))
  }
  return folder
}

function git(...words: string[]): string {
  return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
}
