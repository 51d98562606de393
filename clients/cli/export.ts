import { appendFileSync, existsSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs'
import type { Command, Context } from './command.ts'
import { csvRow } from './csv.ts'
import { Failure, UsageError } from './failure.ts'
import { replaceFile } from './files.ts'
import { printable, printableJson } from './printable.ts'

export const exportPeople: Command = {
  usage: 'export [FILE] [--format csv|jsonl] [--scores] [--completed]',
  summary: 'Write all people to a file, or to standard output without one. A run that was cut off continues.',
  verbs: { '': { options: { format: 'string', scores: 'boolean', completed: 'boolean' }, run: exportAll } },
}

/** How far a file has got: the cursor of its next page, and how many bytes are whole. */
type Progress = { after: string; bytes: number; shape: string }

async function exportAll({ line, timbre, print, process }: Context): Promise<void> {
  const format = line.text('format') ?? 'csv'
  if (format !== 'csv' && format !== 'jsonl') throw new UsageError('--format must be csv or jsonl.')
  const [file] = line.words
  const columns = line.flag('scores') ? [...identity, ...scores] : identity
  const rowsOf = (people: readonly Person[]) =>
    people.map((one) =>
      format === 'jsonl' ? `${printableJson(one)}\n` : csvRow(columns.map(([, read]) => read(one))),
    )
  const head = format === 'csv' ? `\uFEFF${csvRow(columns.map(([name]) => name))}` : ''
  const shape = JSON.stringify([format, line.flag('scores'), line.flag('completed')])
  const from = file === undefined ? undefined : continued(file, head, shape)
  let count = 0
  if (file === undefined && head) print(head.trimEnd())
  for (let after = from; ; ) {
    const query = { limit: 100, includeTags: true, ...(line.flag('completed') && { isCompleted: true }) }
    const { data, headers } = await timbre.profiles.list({ ...query, ...(after && { after }) }).withResponse()
    const rows = rowsOf(data.profiles as unknown as Person[])
    if (file === undefined) for (const row of rows) print(row.trimEnd())
    else appendFileSync(file, rows.join(''))
    count += rows.length
    after = data.pagination.hasMore ? cursorOf(headers.get('link')) : undefined
    if (!after) break
    if (file !== undefined) note(file, { after, bytes: statSync(file).size, shape })
  }
  if (file === undefined) return
  rmSync(`${file}.progress`, { force: true })
  process.say(printable(`${count} people${from ? ' more' : ''} in ${file}`))
}

/** Where an earlier run stopped: what it wrote after its last note is removed. A new file gets its head. */
function continued(file: string, head: string, shape: string): string | undefined {
  const noted = `${file}.progress`
  if (existsSync(noted)) {
    const progress = JSON.parse(readFileSync(noted, 'utf8')) as Progress
    if (progress.shape !== shape)
      throw new Failure(`${file} was begun with other options. Delete ${noted} to start over.`)
    truncateSync(file, progress.bytes)
    return progress.after
  }
  replaceFile(file, head)
  return undefined
}

function note(file: string, progress: Progress): void {
  replaceFile(`${file}.progress`, JSON.stringify(progress))
}

function cursorOf(link: string | null): string | undefined {
  const [, target] = [...(link ?? '').matchAll(/<([^>]*)>; rel="next"/g)].at(-1) ?? []
  return target ? (new URL(target).searchParams.get('after') ?? undefined) : undefined
}

type Scores = Readonly<Record<string, { score: number; facets: Readonly<Record<string, { score: number }>> }>>
type Person = Readonly<Record<string, unknown>> & {
  tags?: { label: string }[]
  customIds: string[]
  quality: { outcome: string } | null
  disc: Readonly<Record<string, string | number>> | null
  core: Readonly<Record<string, string>> | null
  focus: Scores | null
}
type Column = readonly [name: string, read: (person: Person) => unknown]

const identity: readonly Column[] = [
  ...['id', 'firstName', 'lastName', 'email', 'phone', 'locale'].map(
    (name): Column => [name, (one) => one[name]],
  ),
  ['customIds', ({ customIds }) => customIds.join('; ')],
  ['tags', ({ tags }) => tags?.map(({ label }) => label).join('; ')],
  ...['state', 'attempt', 'isCompleted', 'dateStarted', 'dateCompleted'].map(
    (name): Column => [name, (one) => one[name]],
  ),
]

const traits = ['flexibility', 'organization', 'communication', 'understanding', 'stability']

/** Style, shares, first five values, and the five traits. Facets are in `--format jsonl`. */
const scores: readonly Column[] = [
  ['quality', ({ quality }) => quality?.outcome],
  ...['style', 'd', 'i', 's', 'c'].map((name): Column => [`disc.${name}`, ({ disc }) => disc?.[name]]),
  ...['first', 'second', 'third', 'fourth', 'fifth'].map(
    (name): Column => [`core.${name}`, ({ core }) => core?.[name]],
  ),
  ...traits.map((name): Column => [`focus.${name}`, ({ focus }) => focus?.[name]?.score]),
]
