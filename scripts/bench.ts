import { parseArgs } from 'node:util'
import { describeMachine } from './bench/machine.ts'
import { measureRow, type Rounds } from './bench/measure.ts'
import { linesOf, singleLinesOf, tableHead, writeTable } from './bench/report.ts'
import { isSingle, type Row, type SingleRow } from './bench/row.ts'
import { groups } from './bench/rows/groups.ts'
import { openSetting, type Setting } from './bench/setting.ts'

/**
 * `npm run bench [-- --people N] [--quick] [--only WORDS]`: measures the service with an account of 100,000 people
 * against the database alone and against other programs, each in turns with the service, and writes the table of
 * `docs/performance.md`. It judges nothing: a figure that isn't reached fails nothing.
 */
async function main(): Promise<void> {
  const options = readOptions()
  const say = (text: string) => process.stdout.write(`${text}\n`)
  const setting = await openSetting(options.people, say)
  try {
    const rows = await selectRows(setting, options.only)
    const lines = [...(await headOf(setting, options.rounds)), '', tableHead]
    say(lines.join('\n'))
    for (const row of rows) {
      const added = await linesFor(row, options.rounds).catch((error: unknown) => {
        // The other rows are measured all the same.
        process.exitCode = 1
        return [
          `| ${row.path} | ${error instanceof Error ? error.message.split('\n')[0] : error} |  |  |  |  |`,
        ]
      })
      say(added.join('\n'))
      lines.push(...added)
    }
    const notes = rows.flatMap(({ path, note }) => (note ? [`- ${path}: ${note}`] : []))
    if (options.isWritten) writeTable(options.people, [...lines, '', ...notes].join('\n'))
  } finally {
    await setting.stop()
  }
}

type Options = { people: number; rounds: Rounds; only: string | undefined; isWritten: boolean }

function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      people: { type: 'string' },
      rounds: { type: 'string' },
      seconds: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
    },
  })
  const { quick, only } = values
  const number = (text: string | undefined, usual: number) => {
    if (text !== undefined && !/^\d+(\.\d+)?$/.test(text)) throw new Error(`${text} is not a number`)
    return text === undefined ? usual : Number(text)
  }
  return {
    people: number(values.people, quick ? 1_000 : 100_000),
    rounds: {
      count: number(values.rounds, quick ? 1 : 5),
      milliseconds: 1_000 * number(values.seconds, quick ? 0.1 : 2),
    },
    only,
    isWritten: !quick && only === undefined,
  }
}

async function selectRows(setting: Setting, only: string | undefined): Promise<(Row | SingleRow)[]> {
  const rows: (Row | SingleRow)[] = []
  for (const group of groups) rows.push(...(await group(setting)))
  return rows.filter(({ path }) => only === undefined || path.includes(only))
}

async function linesFor(row: Row | SingleRow, rounds: Rounds): Promise<string[]> {
  if (isSingle(row)) return singleLinesOf(row, await row.take())
  return linesOf(row, await measureRow(row, rounds))
}

/** What was measured, where and how. */
async function headOf(
  { people, installation, service, pgbench }: Setting,
  rounds: Rounds,
): Promise<string[]> {
  const { seconds, bytes } = installation.load
  return [
    `${people.toLocaleString('en-US')} people, ${new Date().toISOString().slice(0, 10)}; ${rounds.count} rounds of ` +
      `${rounds.milliseconds / 1_000} s each side, medians, in brackets the lowest and the highest round.`,
    '',
    ...(await describeMachine(service.owner, pgbench)).map((one) => `- ${one}`),
    `- loading took ${Math.round(seconds)} s; ${Math.round(bytes / 2 ** 20).toLocaleString('en-US')} MB on disk`,
  ]
}

await main()
