import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { RateLimited } from '../sdk/timbre.ts'
import type { Command, Context } from './command.ts'
import { plainCsvRow, readCsv } from './csv.ts'
import { UsageError } from './failure.ts'
import { replaceFile } from './files.ts'
import { isNothing } from './import-cells.ts'
import { fields, guessColumns, mappedColumns, readMap, rowOf } from './import-columns.ts'
import { decodeText, findNames } from './import-file.ts'
import { printItems } from './output.ts'
import { printable } from './printable.ts'
import { tagIdsOf } from './tags.ts'

const rowsPerCall = 500

export const importPeople: Command = {
  usage:
    'import FILE.csv [--map "E-Mail=email,Vorname=firstName"] [--tag LABEL] [--invite] [--update] [--dry-run]',
  summary: 'Add people from a file. FILE.result.csv says for each row what became of it.',
  verbs: {
    '': {
      options: { map: 'string', tag: 'string', invite: 'boolean', update: 'boolean', 'dry-run': 'boolean' },
      run: importFile,
    },
  },
}

type Outcome = { status: string; profileId: string | null; message: string | null }

async function importFile(context: Context): Promise<void> {
  const { line, timbre, process, isJson, print } = context
  const file = context.word('a CSV file')
  const { text, encoding } = decodeText(readFileSync(file))
  const all = readCsv(text)
  const above = findNames(all, mappedColumns(line.text('map')))
  const [header, ...rows] = all.slice(above)
  if (!header || rows.length === 0) throw new UsageError(`${file} has no rows.`)
  if (encoding) process.say(`Read as ${encoding}: check letters such as ä, é and ñ.`)
  if (above > 0) process.say(`Rows above the column names that are left out: ${above}`)
  const columns = guessColumns(header, readMap(line.text('map'), header))
  if (!columns.some((field) => field === 'email' || field === 'phone'))
    throw new UsageError(
      `No column is an email address or a phone number. Say which: --map "${header[0]}=email". Fields: ${fields.join(', ')}`,
    )
  for (const [place, name] of header.entries())
    process.say(printable(`${name} -> ${columns[place] ?? '(not read)'}`))
  const tag = line.text('tag')
  const options = {
    ...(tag && { tagIds: await tagIdsOf(timbre, [tag]) }),
    ...(line.flag('update') && { updateExisting: true }),
    dryRun: line.flag('dry-run'),
  }
  // The same piece of the same file has the same key, so a run that was cut off continues with the next one.
  const identity = createHash('sha256')
    .update(JSON.stringify([text, columns, options, context.settings.clientId, statSync(file).mtimeMs]))
    .digest('hex')
  const read = rows.map((cells) => rowOf(columns, cells))
  const phonePlace = columns.indexOf('phone')
  const isPhoneLeft = read.map(
    (row, place) =>
      row.email !== undefined && !row.phone && !isNothing(rows[place]?.[phonePlace] ?? '', 'phone'),
  )
  const left = isPhoneLeft.filter(Boolean).length
  if (left > 0) process.say(`Phone numbers that are left out, because they need their country code: ${left}`)
  const outcomes: Outcome[] = []
  for (let start = 0; start < rows.length; start += rowsPerCall) {
    const piece = read.slice(start, start + rowsPerCall)
    const { data } = await timbre.profiles.import(
      { ...options, rows: piece },
      { idempotencyKey: `timbre-import-${identity}-${start}`, timeoutSeconds: 75 },
    )
    for (const { status, profileId, message, sameAs } of data.results)
      outcomes.push({
        status,
        profileId,
        message: sameAs
          ? `Same person as row ${sameAs + start}.`
          : (message ?? (isPhoneLeft[outcomes.length] ? 'Phone left out: it needs its country code.' : null)),
      })
    process.say(`${outcomes.length} of ${rows.length} rows`)
  }
  if (line.flag('invite') && !options.dryRun) await sendInvites(context, outcomes)
  const resultFile = `${file.replace(/\.csv$/i, '')}.result.csv`
  replaceFile(resultFile, resultCsv(header, rows, outcomes))
  if (isJson) {
    printItems(
      { print, isJson },
      outcomes.map((one, place) => ({ row: place + 1, ...one })),
      {},
    )
  } else {
    for (const [status, many] of Object.entries(Object.groupBy(outcomes, (one) => one.status)))
      print(`${String(many?.length).padStart(6)}  ${status}`)
  }
  process.say(printable(`${options.dryRun ? 'Nothing was written. ' : ''}See ${resultFile}`))
}

/** All columns of the input in their order, then what became of the row. */
function resultCsv(
  header: readonly string[],
  rows: readonly string[][],
  outcomes: readonly Outcome[],
): string {
  const lines = rows.map((cells, place) => {
    const { status = '', profileId, message } = outcomes[place] ?? {}
    const padded = header.map((_, column) => cells[column] ?? '')
    return plainCsvRow([...padded, ...cells.slice(header.length), status, profileId ?? '', message ?? ''])
  })
  return `\uFEFF${plainCsvRow([...header, 'status', 'profileId', 'message'])}${lines.join('')}`
}

/** A hundred at a time; those for which a limit asks to wait are sent later. */
async function sendInvites({ timbre, process }: Context, outcomes: Outcome[]): Promise<void> {
  const added = outcomes.filter((one) => one.status === 'new' && one.profileId)
  let waiting = added.map(({ profileId }) => profileId ?? '')
  while (waiting.length > 0) {
    const later: string[] = []
    let seconds = 0
    for (let start = 0; start < waiting.length; start += 100) {
      const profileIds = waiting.slice(start, start + 100)
      const { data } = await timbre.invites.sendMany({ profileIds, channel: 'email' }).catch((error) => {
        if (!(error instanceof RateLimited)) throw error
        return { data: { results: profileIds.map((profileId) => limited(profileId, error)) } }
      })
      for (const { profileId, status, reason, retryAfterSeconds } of data.results) {
        const outcome = added.find((one) => one.profileId === profileId)
        if (retryAfterSeconds !== undefined && retryAfterSeconds <= 120) {
          later.push(profileId)
          seconds = Math.max(seconds, retryAfterSeconds)
        } else if (outcome) outcome.message = status === 'sent' ? 'Invite sent' : (reason ?? status)
      }
    }
    waiting = later
    if (waiting.length > 0) {
      process.say(`${waiting.length} invites wait ${seconds} s for the account's limit.`)
      await setTimeout(seconds * 1_000, undefined, { signal: process.signal })
    }
  }
}

function limited(profileId: string, { retryAfterSeconds = 60, code }: RateLimited) {
  return { profileId, status: 'skipped', reason: code, retryAfterSeconds }
}
