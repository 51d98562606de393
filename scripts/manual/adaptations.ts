import { existsSync } from 'node:fs'
import { contentRoot, readContent } from '../../src/content/content-file.ts'
import type { TextStatus } from '../../src/content/items.ts'
import { type Locale, languageTags, locales } from '../../src/contract/locale.ts'
import { withPart } from './part.ts'

type Verdict = {
  text: string
  /** Missing as long as the verdict is open. */
  back?: string
  scale: string
  verdict: 'same' | 'adapted' | 'open'
  note?: string
  /** Another scale that the back-translator, who had not seen the form, took the statement for. */
  read?: string
}
type Review = { translation: string; items: Record<string, Verdict>; traps: Record<string, string> }
type Trap = { locale: Locale; item: number; fault: string }

const statusWords: Readonly<Record<TextStatus, string>> = {
  source: 'source',
  checkedByModels: 'checked by language models',
  provisional: 'provisional',
}

/** The URL of a page of the manual. */
export function manualPath(name: string): URL {
  return new URL(`../../docs/${name}`, import.meta.url)
}

/** One row per locale from its record; a locale without a record says so. */
export function tableOf(): string {
  const traps = readContent<readonly Trap[]>('locales/traps.json')
  const rows = adapted.map((locale) => {
    const faults = traps.filter((trap) => trap.locale === locale)
    const { status } = readContent<{ status: TextStatus }>(`locales/${locale}/items.json`)
    const review = reviewOf(locale)
    const head = [`\`${locale}\``, languageOf(locale), statusWords[status]]
    if (!review) return [...head, '', 'no record yet', '', '', '', '', `– of ${faults.length}`]
    const verdicts = Object.values(review.items)
    const count = (verdict: Verdict['verdict']) => verdicts.filter((one) => one.verdict === verdict).length
    const answered = faults.filter(({ item }) => review.traps[item]).length
    return [
      ...[...head, `\`${review.translation}\``, String(verdicts.length), String(count('same'))],
      String(count('adapted')),
      String(count('open')),
      String(verdicts.filter(({ read }) => read !== undefined).length),
      `${answered} of ${faults.length}`,
    ]
  })
  const heads = [
    'locale',
    'language',
    'items',
    'translation',
    'statements',
    'same',
    'adapted',
    'open',
    'read as another scale',
    'known faults answered',
  ]
  return table([heads, ...rows])
}

/** The manual with the new table. Throws if the manual has no place for it. */
export function withTable(manual: string, adaptations: string): string {
  return withPart(manual, 'adaptations', adaptations)
}

/** Every statement whose translation is not literal, with the reason, by locale. */
export function listOf(): string {
  const parts = adapted.map((locale) => {
    const review = reviewOf(locale)
    const rows = Object.entries(review?.items ?? {})
      .filter(([, { verdict }]) => verdict === 'adapted')
      .map(([key, { text, back = '', scale, note = '' }]) => entry(key, scale, text, back, note))
    const none = review ? 'Every statement could be carried over literally.' : 'There is no record yet.'
    return `## ${languageOf(locale)} (\`${locale}\`)\n\n${rows.join('\n') || none}\n`
  })
  return `${opening}\n${parts.join('\n')}`
}

const adapted = locales.filter((locale) => locale !== 'en')

const opening = `# Adapted statements

Statements of Focus and DISC that could not be carried over literally, with the reason, from the records of the
back-translations (\`content/locales/<locale>/review.json\`). [Chapter 12](../scoring.md#12-translation-and-adaptation-log)
of the manual says how they were made. \`scripts/manual.ts\` writes this page.
`

function reviewOf(locale: Locale): Review | undefined {
  const name = `locales/${locale}/review.json`
  return existsSync(new URL(name, contentRoot)) ? readContent<Review>(name) : undefined
}

function languageOf(locale: Locale): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(languageTags[locale]) ?? locale
}

/** Not a table, because formatters disagree on the width of letters in some languages. */
function entry(key: string, scale: string, text: string, back: string, note: string): string {
  const code = (words: string) => `\`${words.replaceAll('`', "'").replace(/\s+/g, ' ').trim()}\``
  return `- ${code(key)} (${scale}): ${code(text)}\n  - back-translation: ${code(back)}\n  - why: ${code(note)}`
}

/** A Markdown table. Columns as wide as their widest cell, as this project's formatter writes them. */
export function table([heads = [], ...rows]: readonly (readonly string[])[]): string {
  const widths = heads.map((head, at) => Math.max(head.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`
  return [line(heads), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
