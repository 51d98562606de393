import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { Environment } from '../src/environment.ts'
import { nginxPath } from './support/nginx.ts'
import { cleanUp, newDataDir } from './support/process.ts'
import { shellHere } from './support/scripts.ts'

afterAll(cleanUp)

const root = join(import.meta.dirname, '..')
const chapters = /^## Ways to run it$.*?(?=^## )/ms.exec(read('docs/self-hosting.md'))?.[0] ?? ''
const unitsFolder = join(root, 'operations/systemd')
const units = readdirSync(unitsFolder)

function read(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

function blocks(language: string): string[] {
  return [...chapters.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, text = '']) => text,
  )
}

test('every setting of the chapters and of the units exists', () => {
  const known = new Set([...Object.keys(Environment.shape), 'NODE_COMPILE_CACHE'])
  const named = [
    ...blocks('ini').flatMap((text) => text.match(/^[A-Z_]+(?==)/gm) ?? []),
    ...units.flatMap((name) =>
      (read(`operations/systemd/${name}`).match(/^Environment=.*$/gm) ?? []).flatMap(
        (line) => line.slice('Environment='.length).match(/(?<=^| )[A-Z_]+(?==)/g) ?? [],
      ),
    ),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every command of the chapters and of the units exists, with these options', async () => {
  const lines = [...blocks('sh').flatMap((text) => text.match(/(?<=^npm run timbre -- ).*$/gm) ?? [])]
  for (const name of units)
    lines.push(...(read(`operations/systemd/${name}`).match(/(?<=scripts\/timbre\.ts ).*$/gm) ?? []))
  expect(lines.length).toBeGreaterThan(7)
  // The help of a command reads no settings.
  const run = shellHere({ DATABASE_URL: '' })
  for (const line of new Set(lines)) {
    const words = line.split(' ').filter((word) => word !== '--name')
    const [noun = '', verb = ''] = words
    const { stdout, code } = await run(`${noun} ${verb} --help`)
    expect(code, line).toBe(0)
    for (const option of line.match(/--[a-z-]+/g) ?? []) expect(stdout, line).toContain(option)
  }
})

test('the units name files that exist, and systemd accepts them', async () => {
  const folder = newDataDir()
  for (const name of units) {
    const text = read(`operations/systemd/${name}`)
    for (const [, file = ''] of text.matchAll(/ (src\/\S+|scripts\/\S+)\.ts/g))
      expect(existsSync(join(root, `${file}.ts`)), name).toBe(true)
    // Users and folders of the machine of an operator.
    const here = text
      .replaceAll('/opt/timbre', root)
      .replaceAll(/^User=.*$/gm, 'User=root')
      .replaceAll(/^EnvironmentFile=.*$/gm, '')
    writeFileSync(join(folder, name.replace('@', '@1')), here)
  }
  const version = await promisify(execFile)('systemd-analyze', ['--version']).catch(() => undefined)
  if (!version) return console.warn('Skipped: systemd-analyze is not installed')
  const files = readdirSync(folder).map((name) => join(folder, name))
  const { stderr } = await promisify(execFile)('systemd-analyze', ['verify', '--man=no', ...files])
  expect(stderr.split('\n').filter((line) => line.includes(folder))).toEqual([])
})

test.skipIf(nginxPath === undefined)('nginx accepts the configuration of three instances', () => {
  const folder = newDataDir()
  mkdirSync(join(folder, 'temp'))
  const own = read('examples/instances/nginx.conf')
    .replaceAll(/^\s*ssl_certificate.*$/gm, '')
    .replace('listen 8443 ssl', 'listen 127.0.0.1:18443')
  writeFileSync(join(folder, 'timbre.conf'), own)
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/temp/${name};`,
  )
  writeFileSync(
    join(folder, 'nginx.conf'),
    `pid ${folder}/nginx.pid; error_log stderr notice; events { worker_connections 64; }
     http { access_log off; ${bodies.join(' ')} include ${folder}/timbre.conf; }`,
  )
  const options = ['-t', '-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
  execFileSync(nginxPath as string, options, { stdio: 'pipe' })
})
