import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const folder = mkdtempSync(join(tmpdir(), 'timbre-modules-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Writes files, then imports the first one as the service imports its own, and returns its `found`. */
function load(files: Readonly<Record<string, string>>): unknown {
  const root = mkdtempSync(join(folder, 'one-'))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true })
    writeFileSync(join(root, name), text)
  }
  const loader = JSON.stringify(join(import.meta.dirname, 'load-quickly.ts'))
  const main = `import { loadQuickly } from ${loader}
    loadQuickly()
    const { found } = await import(${JSON.stringify(join(root, Object.keys(files)[0] ?? ''))})
    console.log(JSON.stringify(found))`
  const words = ['--input-type=module', '--eval', main]
  const environment = { PATH: process.env.PATH, NODE_COMPILE_CACHE: join(folder, 'compiled') }
  const node = join(import.meta.dirname, '../node_modules/.bin/node')
  return JSON.parse(execFileSync(node, words, { env: environment, encoding: 'utf8', stdio: 'pipe' }))
}

test('each folder keeps the format that its own package.json says', () => {
  const found = load({
    'main.ts': `import { one } from './package/one.js'
      import { two } from './package/two.js'
      export const found: string[] = [one, two]`,
    'package.json': '{ "type": "module" }',
    'package/package.json': '{ "type": "module" }',
    'package/one.js': `import { old } from './old/one.js'
      export const one = 'one and ' + old`,
    'package/two.js': `import { older } from './old/two.js'
      import texts from './texts.json' with { type: 'json' }
      export const two = texts.two + ' and ' + older`,
    'package/texts.json': '{ "two": "two" }',
    'package/old/package.json': '{ "type": "commonjs" }',
    'package/old/one.js': `exports.old = typeof require`,
    'package/old/two.js': `exports.older = require('./three').three`,
    'package/old/three.js': `exports.three = 'three'`,
  })
  expect(found).toEqual(['one and function', 'two and three'])
})

test('without a type in package.json each file is what its code is', () => {
  const found = load({
    'main.mjs': `import one from './one.js'
      import { two } from './two.js'
      export const found = [one.one, two]`,
    'package.json': '{}',
    'one.js': `exports.one = 'one'`,
    'two.js': `export const two = 'two'`,
  })
  expect(found).toEqual(['one', 'two'])
})

test('a file that is missing is named', () => {
  const files = {
    'main.ts': `import './one.ts'\nimport './two.ts'`,
    'package.json': '{ "type": "module" }',
    'one.ts': '',
  }
  expect(() => load(files)).toThrow(/two\.ts/)
})
