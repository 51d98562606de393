import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { errors } from '../src/contract/errors.ts'
import { type Locale, languageTags, locales } from '../src/contract/locale.ts'
import { stringsIn } from './support/strings-in-code.ts'

const root = join(import.meta.dirname, '..')
const dashboard = join(root, 'web/dashboard')

/** Files whose texts are in the language of a debrief, whatever the language of the dashboard. */
const inLanguageOfDebrief = new Set(['person/about-person.ts', 'person/tip-names.ts'])

/** Texts that aren't words: names of products, own names of languages, and codes. */
const sameEverywhere = new Set([
  ...['Timbre', 'Greenhouse', 'Ashby', 'Zapier', 'n8n'],
  ...['Deutsch', 'English', 'Nederlands'],
  ...['ApiError', 'Bearer …', 'timbre.sign-in.'],
  'profiles:read profiles:write tags:manage account:read account:write',
])

/** `language/formats.ts` writes numbers, dates and lists, and `language/fill.ts` counts. Sorting names its language. */
const fixedLanguage =
  /'en-[A-Z]{2}'|\.toLocale(Date|Time)?String\(|\bIntl\.[A-Z]\w+\(|\bpluralize\w*\(|\.to(Locale)?LowerCase\(|\.localeCompare\([^,]*\)/g

/**
 * What these files put in lower case is compared and not shown, or is a name or message of the API, which is English. A
 * time zone or a date for a program has no language.
 */
const notShown: Readonly<Record<string, RegExp>> = {
  'invite/column-choices.ts': /LowerCase/,
  'invite/columns.ts': /LowerCase/,
  'invite/invitee.ts': /LowerCase/,
  'invite/verdicts.ts': /LowerCase/,
  'shell/palette-entries.ts': /LowerCase/,
  'study/criterion-columns.ts': /LowerCase/,
  'ui/shortcuts.ts': /LowerCase/,
  'ui/style-letters.tsx': /LowerCase/,
  'words/reminder-dates.ts': /Intl\.DateTimeFormat|'en-CA'/,
  'usage/page.tsx': /Intl\.DateTimeFormat|'en-CA'/,
  'webhooks/type-picker.tsx': /LowerCase/,
  'words/name-in-words.ts': /LowerCase/,
  'words/person-name.ts': /LowerCase/,
}

function sourcesOf(folder: string) {
  return readdirSync(join(dashboard, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes('.test.'))
    .filter((name) => !inLanguageOfDebrief.has(`${folder}/${name}`))
    .map((name) => ({
      path: `${folder}/${name}`,
      source: readFileSync(join(dashboard, folder, name), 'utf8'),
    }))
}

function stringsOf(folder: string) {
  return sourcesOf(folder).flatMap(({ path, source }) =>
    stringsIn(path, source)
      .filter(({ text }) => !sameEverywhere.has(text))
      .map(({ line, text }) => `${path}:${line} ${text}`),
  )
}

function fixedLanguageIn(path: string, source: string) {
  return source.split('\n').flatMap((line, at) => {
    const found = (line.match(fixedLanguage) ?? []).filter((one) => !notShown[path]?.test(one))
    return found.map((one) => `${path}:${at + 1} ${one}`)
  })
}

const fixedOf = (folder: string) =>
  folder === 'language' ? [] : sourcesOf(folder).flatMap(({ path, source }) => fixedLanguageIn(path, source))

const folders = readdirSync(dashboard, { withFileTypes: true }).flatMap((entry) =>
  entry.isDirectory() && entry.name !== 'dist' ? [entry.name] : [],
)

describe('the words of the dashboard', () => {
  test.each(folders)('of %s are in content/locales', (name) => {
    expect(stringsOf(name)).toEqual([])
  })

  test.each(folders)('of %s are written by the rules of the language', (name) => {
    expect(fixedOf(name)).toEqual([])
  })

  test('of errors are the messages of the API', () => {
    const messages = wordsOf('en', 'apiErrors.json')
    const codes = Object.keys(messages)
    const defined: Readonly<Record<string, { kind: string; message?: string }>> = errors
    expect(Object.fromEntries(codes.map((code) => [code, defined[code]?.message]))).toEqual(messages)
  })

  const english = areasOf('en')
  const translated = locales.filter((locale) => areasOf(locale).length > 0)

  // The build offers a language only as a whole, so that one missing file would take it away from everyone.
  test.each(translated)('in %s are whole: each area has its file', (locale) => {
    expect(areasOf(locale)).toEqual(english)
  })

  test.each(translated.flatMap((locale) => areasOf(locale).map((name) => [locale, name] as const)))(
    'in %s, %s, have the slots and marks of the English ones, and every entry',
    (locale, name) => {
      const [own, ours] = [wordsOf(locale, name), wordsOf('en', name)]
      expect(shapeOf(own)).toEqual(shapeOf(ours))
      expect(missingSingulars(locale, own, ours)).toEqual([])
    },
  )
})

function areasOf(locale: string): string[] {
  const folder = join(root, 'content/locales', locale, 'dashboard')
  return existsSync(folder) ? readdirSync(folder).sort() : []
}

function wordsOf(locale: string, name: string): object {
  return JSON.parse(readFileSync(join(root, 'content/locales', locale, 'dashboard', name), 'utf8'))
}

/** Where English has a singular and this language, which has one too, lacks it. */
function missingSingulars(locale: Locale, own: object, ours: object): string[] {
  const { pluralCategories } = new Intl.PluralRules(languageTags[locale]).resolvedOptions()
  const hasSingular = pluralCategories.includes('one')
  return hasSingular ? singularsOf(ours).filter((path) => !singularsOf(own).includes(path)) : []
}

function singularsOf(texts: object, path = ''): string[] {
  return Object.entries(texts).flatMap(([key, text]) => {
    if (typeof text === 'object') return singularsOf(text, `${path}${key}.`)
    return key === 'one' && text.trim() ? [path + key] : []
  })
}

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

test('a fixed language and words changed by code are found', () => {
  const source = `
    const a = n.toLocaleString('en-GB')
    const b = new Intl.ListFormat(languageTag).format(names)
    const c = pluralizePeople(n) + label.toLowerCase()
    const d: Intl.DateTimeFormatOptions = formatNumber(n)
  `
  expect(fixedLanguageIn('a.ts', source)).toEqual([
    ...['a.ts:2 .toLocaleString(', "a.ts:2 'en-GB'", 'a.ts:3 Intl.ListFormat('],
    ...['a.ts:4 pluralizePeople(', 'a.ts:4 .toLowerCase('],
  ])
})

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
