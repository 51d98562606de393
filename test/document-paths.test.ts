import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const documents = [
  ...[
    'README.md',
    'ARCHITECTURE.md',
    'CONTRIBUTING.md',
    'STYLE.md',
    'SECURITY.md',
    'examples/sample-app/README.md',
    'clients/sdk/README.md',
    'examples/first-result/README.md',
    'examples/n8n/README.md',
    'examples/zapier/README.md',
    'clients/cli/README.md',
  ],
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
]

/** A path of the repository in backticks: a file, or anything below a known folder. */
const pathPattern =
  /`((?:src|web|test|scripts|content|migrations|examples|docs)\/[\w./-]*|[\w.-]+\/[\w./-]+\.(?:tsx?|css|sh|sql|md))`/g
const linkPattern = /\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/g

test.each(documents)('every path and link in %s exists', (document) => {
  const text = readFileSync(join(root, document), 'utf8').replace(/^```.*?^```/gms, '')
  const paths = [...text.matchAll(pathPattern)].map(([, path = '']) => join(root, path))
  const links = [...text.matchAll(linkPattern)].map(([, path = '']) => join(root, dirname(document), path))
  const missing = [...paths, ...links].filter((path) => !existsSync(path))
  expect(missing.map((path) => path.slice(root.length + 1))).toEqual([])
})

test('ARCHITECTURE.md maps every folder of src', () => {
  const map = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const folders = readdirSync(join(root, 'src/domain')).map((name) => `src/domain/${name}/`)
  const others = readdirSync(join(root, 'src'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'domain')
    .map(({ name }) => `src/${name}/`)
  expect([...folders, ...others].filter((path) => !map.includes(`| \`${path}\``))).toEqual([])
})

test('the operation in ARCHITECTURE.md is the one in the code, but for comments', () => {
  const text = readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8')
  const [, printed = ''] = /^```ts\n(export const deleteProfile .*?)^```$/ms.exec(text) ?? []
  const plain = printed.replaceAll(/ *\/\/.*$/gm, '')
  expect(plain.length).toBeGreaterThan(300)
  expect(readFileSync(join(root, 'src/domain/profile/operations.ts'), 'utf8')).toContain(plain)
})
