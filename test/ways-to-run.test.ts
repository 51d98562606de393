import { execFile, execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv, promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { createIdentity } from '../src/backup/sealed-file.ts'
import { Environment } from '../src/environment.ts'
import { errorsOf } from './support/configuration.ts'
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
      (read(`operations/systemd/${name}`).match(/^(Environment|ExecStart)=.*$/gm) ?? []).flatMap(
        (line) => line.replace(/^\w+=/, '').match(/(?<=^| )[A-Z_]+(?==)/g) ?? [],
      ),
    ),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((name) => !known.has(name))).toEqual([])
})

test('every way to start the service limits the young part of its heap', () => {
  const files = ['package.json', 'Dockerfile', 'docs/self-hosting.md', 'scripts/regions.ts']
  const others = ['scripts/bench/service-process.ts', ...units.map((name) => `operations/systemd/${name}`)]
  const starts = [...files, ...others].flatMap((path) =>
    (read(path).match(/^.*(node|node"|execPath)\b.*$/gm) ?? []).filter((line) =>
      /src\/main\.ts|, program\]/.test(line),
    ),
  )
  expect(starts).toHaveLength(7)
  for (const line of starts) expect(line).toContain('--max-semi-space-size=16')
})

test('every command of the chapters and of the units exists, with these options', async () => {
  const lines = blocks('sh').flatMap(
    (text) => text.match(/(?<=^(?:npm run timbre --|timbre-admin) ).*$/gm) ?? [],
  )
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

test('sh sources each settings file with the values that Node reads', async () => {
  expect(blocks('ini').length).toBeGreaterThan(5)
  for (const text of blocks('ini')) {
    const file = join(newDataDir(), 'timbre.env')
    writeFileSync(file, text)
    const words = ['-euc', 'set -a; . "$1"; exec env -0', 'sh', file]
    const { stdout } = await promisify(execFile)('sh', words, { env: { PATH: process.env.PATH } })
    const sourced = Object.fromEntries(stdout.split('\0').map((line) => line.split(/=(.*)/s, 2)))
    expect(sourced).toMatchObject(parseEnv(text))
  }
})

test('the settings files are configurations, once what they leave out is filled in', async () => {
  const { recipient } = await createIdentity()
  const settings = blocks('ini').map((text) => {
    const named = text.replaceAll('age1…', recipient).replaceAll(/(?<=SECRET(?:_KEY)?=)…/g, 'k'.repeat(43))
    return parseEnv(named.replaceAll('…', 'password')) as Record<string, string>
  })
  const at = (place: number): Record<string, string> => settings[place] ?? {}
  const { BACKUP_DIR: _, BACKUP_RECIPIENT: __, ...first } = at(0)
  const machines = {
    'embedded database': at(0),
    'own database': { ...first, ...at(1) },
    migrations: { ...first, ...at(1), ...at(2) },
    backups: at(3),
    verification: at(4),
    instances: { ...first, ...at(5) },
    region: { ...first, ...at(1), ...at(6) },
  }
  for (const [name, values] of Object.entries(machines)) {
    expect(Object.keys(values).length, name).toBeGreaterThan(2)
    expect(errorsOf(values), name).toEqual([])
  }
})

test('no setting of a file wins over one that a unit gives to each instance', () => {
  const unit = read('operations/systemd/timbre@.service')
  const [, started = ''] = /^ExecStart=\/usr\/bin\/env (.*)$/m.exec(unit) ?? []
  for (const name of ['PORT', 'DATA_DIR', 'METRICS_LISTEN'])
    expect(started).toMatch(new RegExp(`\\b${name}=\\S*%i`))
  expect(unit.match(/^Environment=.*%i.*$/gm)).toBeNull()
})

test('the users of the units are created, and may read the files that these name', () => {
  for (const name of units.filter((unit) => unit.endsWith('.service'))) {
    const text = read(`operations/systemd/${name}`)
    const [, user = ''] = /^User=(.*)$/m.exec(text) ?? []
    expect(chapters, name).toMatch(new RegExp(`^useradd --system .*\\b${user}$`, 'm'))
    const [, settings = ''] = /^EnvironmentFile=(.*)$/m.exec(text) ?? []
    expect(chapters, name).toContain(`\`${settings}\``)
    for (const [, file] of text.matchAll(/ --identity (\S+)/g))
      expect(chapters, name).toMatch(new RegExp(`^install -o root -g ${user} -m 0640 \\S+ ${file}$`, 'm'))
  }
})

test('timbre-admin runs a command with the settings of the file, in the data directory', async () => {
  const { recipient } = await createIdentity()
  const [folder, backups] = [newDataDir(), newDataDir()]
  const printed = (blocks('ini')[0] ?? '').replace('age1…', recipient)
  writeFileSync(join(folder, 'timbre.env'), printed.replace(/(?<=BACKUP_DIR=).*/, backups))
  const script = read('operations/timbre-admin')
  expect(script).toContain('runuser --user=timbre -- "$0" "$@"')
  // Users and folders of the machine of an operator.
  const here = script
    .replace(/^.*runuser.*$/m, '')
    .replaceAll('/opt/timbre', root)
    .replaceAll('/etc/timbre', folder)
    .replaceAll('/var/lib/timbre', folder)
  writeFileSync(join(folder, 'timbre-admin'), here, { mode: 0o755 })
  const run = (...words: string[]) =>
    promisify(execFile)(join(folder, 'timbre-admin'), words, { env: { PATH: process.env.PATH } })
  expect((await run('backup', 'list')).stdout).toBe('There is no backup.\n')
  await run('backup', 'identity', '--to', 'identity.txt')
  expect(existsSync(join(folder, 'identity.txt'))).toBe(true)
  expect((await run('audit', 'verify', '--help')).stdout).toContain('--anchors')
})

test('timbre-admin reads the settings as systemd does: quotes end, and nothing is expanded or run', async () => {
  const folder = newDataDir()
  const here = join(folder, 'node_modules/.bin')
  mkdirSync(here, { recursive: true })
  writeFileSync(join(here, 'node'), '#!/bin/sh\nexec env -0\n', { mode: 0o755 })
  const script = read('operations/timbre-admin')
    .replace(/^.*runuser.*$/m, '')
    .replaceAll('/opt/timbre', folder)
    .replaceAll('/etc/timbre', folder)
    .replaceAll('/var/lib/timbre', folder)
  const file = join(folder, 'timbre.env')
  const run = async (text: string) => {
    writeFileSync(file, text)
    const words = ['-c', script, 'timbre-admin', 'account', 'list']
    const { stdout } = await promisify(execFile)('sh', words, { env: { PATH: process.env.PATH } })
    return Object.fromEntries(stdout.split('\0').map((line) => line.split(/=(.*)/s, 2)))
  }
  const lines: [string, string][] = [
    ['A=smtps://timbre:pa$word@mail.example.org', 'smtps://timbre:pa$word@mail.example.org'],
    ['A=a$$b$PATH$(id)`id`', 'a$$b$PATH$(id)`id`'],
    ['A=a;b (c) <d> & e | f # g * ~', 'a;b (c) <d> & e | f # g * ~'],
    ['  A =  blanks   ', 'blanks'],
    ['A="Timbre <no-reply@example.com>"', 'Timbre <no-reply@example.com>'],
    ['A="a$b`c`\\$d\\"e\\\\f\\n"  ', 'a$b`c`$d"e\\f\\n'],
    ["A='a\"$b`c\\ '", 'a"$b`c\\ '],
    [`A="it's"' 5 o''clock'`, "it's 5 oclock"],
    [`A=it's "so"`, `it's "so"`],
    ['A=a\\ b\\$c\\\\ ', 'a b$c\\'],
    ['A=one \\\ntwo', 'one two'],
    ['A="one\ntwo"', 'one\ntwo'],
    ['A=größe', 'größe'],
    ['A=', ''],
    ['A=first\r\nA=second\r', 'second'],
    ["A='open to the end", 'open to the end'],
    ['# A=1\n; A=2\nno setting\nA-B=4\n1A=5\nA=3', '3'],
  ]
  for (const [text, value] of lines) {
    const found = await run(`${text}\nMARK=after\n`)
    expect(found.A, text).toBe(text.endsWith('to the end') ? `${value}\nMARK=after` : value)
  }
  expect(await run(lines[2]?.[0] ?? '')).toMatchObject({ DATA_DIR: folder, A: lines[2]?.[1] })
  await expect(run('')).resolves.toMatchObject({ DATA_DIR: folder })
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

const proxies = {
  'three instances': () => read('examples/instances/nginx.conf'),
  'one service': () => /^```nginx\n(.*?)^```$/ms.exec(read('docs/self-hosting.md'))?.[1] ?? '',
}
test.skipIf(nginxPath === undefined).for(Object.entries(proxies))(
  'nginx accepts the configuration of %s',
  ([, configuration]) => {
    const folder = newDataDir()
    mkdirSync(join(folder, 'temp'))
    expect(configuration()).toContain('proxy_pass')
    const own = configuration()
      .replaceAll(/^\s*ssl_certificate.*$/gm, '')
      .replace(/listen \d+ ssl/, 'listen 127.0.0.1:18443')
      .replace('listen 80;', 'listen 127.0.0.1:18080;')
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
  },
)
