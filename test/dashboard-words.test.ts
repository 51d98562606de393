import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { stringsIn } from './support/strings-in-code.ts'

const root = join(import.meta.dirname, '..')
const dashboard = join(root, 'web/dashboard')

/**
 * Folders of the dashboard whose words still stand in their code, in English. Once the words of a folder are in
 * `content/locales`, it leaves this list. The dashboard offers other languages when the list is empty.
 */
const inCode: string[] = []

/** Files whose texts are in the language of a debrief, whatever the language of the dashboard. */
const inLanguageOfDebrief = new Set(['person/about-person.ts', 'person/tip-names.ts'])

/** Texts that aren't words: names of products, own names of languages, and codes. */
const sameEverywhere = new Set([
  ...['Timbre', 'Greenhouse', 'Ashby'],
  ...['Deutsch', 'English', 'Nederlands'],
  ...['Refusal', 'Bearer …', 'timbre.sign-in.'],
  'profiles:read profiles:write tags:manage account:read account:write',
])

function stringsOf(folder: string) {
  return readdirSync(join(dashboard, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .filter((name) => !inLanguageOfDebrief.has(`${folder}/${name}`))
    .flatMap((name) =>
      stringsIn(name, readFileSync(join(dashboard, folder, name), 'utf8'))
        .filter(({ text }) => !sameEverywhere.has(text))
        .map(({ line, text }) => `${folder}/${name}:${line} ${text}`),
    )
}

const folders = readdirSync(dashboard, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'dist' ? [entry.name] : [],
)

describe('the words of the dashboard', () => {
  test.each(folders.filter((name) => !inCode.includes(name)))('of %s are in content/locales', (name) => {
    expect(stringsOf(name)).toEqual([])
  })

  test('of the folders that wait are still in their code', () => {
    expect(inCode.filter((name) => stringsOf(name).length === 0)).toEqual([])
  })

  const locales = join(root, 'content/locales')
  const english = readdirSync(join(locales, 'en/dashboard'))
  const others = readdirSync(locales, { withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name === 'en') return []
    const files = english.filter(
      (name) =>
        readdirSync(join(locales, entry.name)).includes('dashboard') &&
        readdirSync(join(locales, entry.name, 'dashboard')).includes(name),
    )
    return files.map((name) => [entry.name, name] as const)
  })

  test.each([...english.map((name) => ['en', name] as const), ...others])(
    'in %s, %s, have the slots and marks of the English ones, and every entry',
    (locale, name) => {
      const read = (folder: string) =>
        JSON.parse(readFileSync(join(locales, folder, 'dashboard', name), 'utf8')) as object
      expect(shapeOf(read(locale))).toEqual(shapeOf(read('en')))
    },
  )
})

/** Each entry with its slots and marks, sorted. A language without a singular has no `one`. */
function shapeOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text !== 'string') return shapeOf(text, `${path}${key}.`)
    if (key === 'one') return []
    expect(text.trim(), path + key).not.toBe('')
    const marks = text.match(/\{\w+\}|<\/?\w+>/g) ?? []
    return [`${path}${key}: ${[...new Set(marks)].sort().join(' ')}`]
  })
}

describe('stringsIn', () => {
  test('finds what a reader could see, and nothing that only code reads', () => {
    const source = `
      import { a } from './Some path.ts'
      type Kind = 'Not Seen' | 'Open'
      const label = 'Daily digest'
      const text = ok ? \`Sent \${n} emails.\` : 'Off'
      if (event.key === 'Escape') throw new Error('A message for programmers.')
      const made = call('GET /events', { path })
      const fact = facts.get(\`disc.\${letter}\`)
      const view = <p className="button button-small" title="Close it">Read {name} <Link to="/events">the events</Link></p>
    `
    expect(stringsIn('a.tsx', source).map(({ text }) => text)).toEqual([
      ...['Daily digest', 'Sent … emails.', 'Off', 'Close it', 'Read', 'the events'],
    ])
  })
})
