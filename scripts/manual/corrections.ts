import { readContent } from '../../src/content/content-file.ts'
import { type Locale, locales } from '../../src/contract/locale.ts'
import { table } from './adaptations.ts'

/** One proposal of the reading of all languages, and what became of it. */
export type Correction = {
  readonly locale: Locale
  /** A file of `content/locales/<locale>/`, without its ending, and the path of the text in it. */
  readonly file: string
  readonly key: string
  /** 1: changes what is measured. 2: wrong or odd. 3: polish. */
  readonly severity: 1 | 2 | 3
  /** `changed`: taken up in other words. */
  readonly verdict: 'taken' | 'changed' | 'refused'
  /** Not for `taken`. */
  readonly why?: string
}

export const corrections = readContent<readonly Correction[]>('locales/corrections.json')

const verdicts = ['taken', 'changed', 'refused'] as const
const severities = [1, 2, 3] as const

/** The page of the manual on the proposals: how many of each kind, and the reasons for all that were not taken as they were. */
export function correctionsPage(): string {
  const lists = verdicts
    .filter((verdict) => verdict !== 'taken')
    .map((verdict) => `## ${capital(verdict)}\n\n${reasonsOf(verdict).join('\n')}\n`)
  return `${opening}\n${countTable()}\n\n${lists.join('\n')}`
}

const opening = `# Corrections of texts

In November 2026 a second reading of all nine languages, by language models, proposed ${corrections.length} changes: of texts that
change what is measured (severity 1), that are wrong or odd (2), and polish (3). Each cell has how many were taken, taken in
other words, and refused. The single answers are in \`content/locales/corrections.json\`. Statements, labels of answers and names
of values changed with wording 2: sittings begun before end with the former words. \`scripts/manual.ts\` writes this page.
`

function countTable(): string {
  const rows = [...locales, undefined].map((locale) => {
    const own = corrections.filter((one) => locale === undefined || one.locale === locale)
    const cells = [...severities, undefined].map((severity) => {
      const ofSeverity = own.filter((one) => severity === undefined || one.severity === severity)
      return verdicts.map((verdict) => ofSeverity.filter((one) => one.verdict === verdict).length).join(' / ')
    })
    return [locale === undefined ? 'all' : `\`${locale}\``, ...cells]
  })
  return table([['locale', 'severity 1', 'severity 2', 'severity 3', 'all'], ...rows])
}

/** One line for each reason, with its texts. */
function reasonsOf(verdict: Correction['verdict']): string[] {
  const byReason = Map.groupBy(
    corrections.filter((one) => one.verdict === verdict),
    ({ why }) => why,
  )
  return [...byReason].map(([why, group]) => `- ${why}: ${placesOf(group)}`)
}

/** A key once for all languages that share it. */
function placesOf(group: readonly Correction[]): string {
  const nameOf = (key: string) => (key.startsWith('values.') && key.endsWith('.last') ? 'values.*.last' : key)
  const byKey = Map.groupBy(group, ({ file, key }) => `\`${file}: ${nameOf(key)}\``)
  return [...byKey]
    .map(([key, own]) => `${key} (${[...new Set(own.map(({ locale }) => locale))].join(', ')})`)
    .join(', ')
}

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
