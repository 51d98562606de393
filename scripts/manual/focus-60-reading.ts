import { readContent } from '../../src/content/content-file.ts'
import { itemsAt } from '../../src/content/wordings.ts'
import type { Locale } from '../../src/contract/locale.ts'
import { table } from './adaptations.ts'

/** What one reader found in one statement of the short form of Focus in one language. */
type Reading = {
  /** The text that was read, in wording 3. */
  readonly text: string
  /** What it says in English, written before it was compared with the English. */
  readonly back: string
  /** 1: changes what is measured. 2: shifts it. 3: style. None: nothing was found. */
  readonly severity?: 1 | 2 | 3
  /** What became of it. `changed`: the statement has another text since wording 4. */
  readonly verdict?: 'changed' | 'refused'
  readonly why?: string
}

/** By locale and number of the statement in `focus-120-1`. */
export const focus60Readings = readContent<Readonly<Partial<Record<Locale, Record<string, Reading>>>>>(
  'locales/focus-60-reading.json',
)

/** The page of the manual on the reading: what was found in each language, and each finding with its reason. */
export function focus60ReadingPage(): string {
  const lists = languages.map(([locale, readings]) => {
    const found = Object.entries(readings).filter(([, { severity }]) => severity !== undefined)
    return `## \`${locale}\`\n\n${found.map(([n, one]) => finding(locale as Locale, n, one)).join('\n')}\n`
  })
  return `${opening}\n${countTable()}\n\n${closing}\n${lists.join('\n')}`
}

const languages = Object.entries(focus60Readings)

const opening = `# The short form of Focus, read in eight languages

In November 2026 a language model read the 60 statements of \`focus-60\` in each language but English: shuffled, without the English
and without keys, and wrote for each what an English speaker would say. Then it compared its sentence with the English one, the facet
and the direction. It looked for reversed directions, other meanings, other strengths, double negatives, breaks of the form of
address, forms that show a sex, and sentences nobody would say. Severity 1 changes what is measured, 2 shifts it, 3 is style.
`

const closing = `Every statement has the direction of its key, and none has another meaning. What was changed is new since wording 4. A finding of
severity 3 is no reason for new words: answers to other words are less comparable, and the gain is small. All 480 sentences are in
\`content/locales/focus-60-reading.json\`. \`scripts/manual.ts\` writes this page.

**What this reading is not.** One reader, no panel, and no native speaker. The reader knows the public English statements by heart,
so a familiar sentence may have been read as what it should say. The changed statements were written and translated back by the same
reader, who had seen the English by then: their records say \`isBlind: false\`. Nobody has answered them yet.
`

function countTable(): string {
  const rows = [...languages, ['all', undefined] as const].map(([locale, readings]) => {
    const all =
      readings === undefined ? languages.flatMap(([, own]) => Object.values(own)) : Object.values(readings)
    const count = (holds: (one: Reading) => boolean) => String(all.filter(holds).length)
    return [
      ...[readings === undefined ? locale : `\`${locale}\``, String(all.length)],
      count(({ severity }) => severity === undefined),
      ...([1, 2, 3] as const).map((level) => count(({ severity }) => severity === level)),
      ...(['changed', 'refused'] as const).map((verdict) => count((one) => one.verdict === verdict)),
    ]
  })
  const heads = [
    ...['locale', 'read', 'nothing found', 'severity 1', 'severity 2', 'severity 3', 'changed', 'refused'],
  ]
  return table([heads, ...rows])
}

function finding(locale: Locale, n: string, { text, back, severity, verdict, why }: Reading): string {
  const now = verdict === 'changed' ? `. Now: \`${itemsAt(locale, 4).focus.items[Number(n) - 1]}\`` : ''
  return `- ${n}, severity ${severity}, ${verdict}: \`${text}\` (${back}) ${why}${now}`
}
