import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import type { Command, Context } from './command.ts'
import { countryOf } from './country.ts'
import { plainCsvRow, readCsv } from './csv.ts'
import { UsageError } from './failure.ts'
import { replaceFile } from './files.ts'
import { fields, guessColumns, mappedColumns, readMap, rowOf } from './import-columns.ts'
import { findNames, textOf } from './import-file.ts'
import { inviteAll } from './import-invites.ts'
import { settlePhones } from './import-phones.ts'
import { unsentRows } from './import-unsent.ts'
import { printItems } from './output.ts'
import { printable } from './printable.ts'
import { campaignOf, sayWhatWasSent } from './queue.ts'
import { tagIdsOf } from './tags.ts'

const rowsPerCall = 500

export const importPeople: Command = {
  usage:
    'import FILE.csv [--map "E-Mail=email,Vorname=firstName"] [--country DE] [--tag LABEL] [--update] [--dry-run] ' +
    '[--invite [--campaign ID [--queue]]]',
  summary:
    'Add people from a file. FILE.result.csv says for each row what became of it. --country reads phone numbers without a ' +
    'country code. --invite invites by email who was never invited; with --queue the service sends what the limits of the ' +
    'account hold back.',
  verbs: {
    '': {
      options: {
        map: 'string',
        country: 'string',
        tag: 'string',
        invite: 'boolean',
        campaign: 'string',
        queue: 'boolean',
        update: 'boolean',
        'dry-run': 'boolean',
      },
      run: importFile,
    },
  },
}

type Outcome = { status: string; profileId: string | null; message: string | null }

async function importFile(context: Context): Promise<void> {
  const { line, timbre, process, isJson, print } = context
  const file = context.word('a CSV file')
  const sends = line.flag('invite')
  if (!sends && (line.flag('queue') || line.text('campaign') !== undefined))
    throw new UsageError(`--campaign and --queue belong to --invite. Usage: ${importPeople.usage}`)
  const country = await countryOf(line)
  const { text, encoding } = textOf(file, readFileSync(file), process.environment)
  const all = readCsv(text)
  const above = findNames(all, mappedColumns(line.text('map')))
  const [header, ...rows] = all.slice(above)
  if (!header || rows.length === 0) throw new UsageError(`${file} has no rows.`)
  if (encoding) process.say(`Read as ${encoding}: check letters such as ä, é and ñ.`)
  if (above > 0) process.say(`Rows above the column names that are left out: ${above}`)
  const columns = guessColumns(header, readMap(line.text('map'), header))
  if (!columns.some((field) => field === 'email' || field === 'phone'))
    throw new UsageError(
      printable(
        `No column is an email address or a phone number. Say which: --map "${header[0]}=email". Fields: ${fields.join(', ')}`,
      ),
    )
  for (const [place, name] of header.entries())
    process.say(printable(`${name} -> ${columns[place] ?? '(not read)'}`))
  const campaign = await campaignOf(context, importPeople.usage)
  const tag = line.text('tag')
  const options = {
    ...(tag && { tagIds: await tagIdsOf(timbre, [tag]) }),
    ...(line.flag('update') && { updateExisting: true }),
    dryRun: line.flag('dry-run'),
  }
  const settled = settlePhones(
    rows.map((cells) => rowOf(columns, cells)),
    country,
  )
  const { unsent, remarks } = unsentRows(rows, settled.rows)
  for (const remark of [...settled.remarks, ...remarks]) process.say(remark)
  const sentPlaces = rows.flatMap((_, place) => (unsent[place] ? [] : [place]))
  // The same piece of the same file has the same key, so a run that was cut off continues with the next one.
  const identity = createHash('sha256')
    .update(JSON.stringify([settled.rows, options, context.settings.clientId, statSync(file).mtimeMs]))
    .digest('hex')
  const outcomes = unsent.map((one): Outcome => one ?? { status: '', profileId: null, message: null })
  const found: Found[] = []
  for (let start = 0; start < sentPlaces.length; start += rowsPerCall) {
    const places = sentPlaces.slice(start, start + rowsPerCall)
    const piece = places.map((place) => settled.rows[place] ?? {})
    const { data: answer, headers } = await timbre.profiles
      .import(
        { ...options, rows: piece },
        { idempotencyKey: `timbre-import-${identity}-${start}`, timeoutSeconds: 75 },
      )
      .withResponse()
    for (const [at, { status, profileId, message, sameAs }] of answer.data.results.entries()) {
      const place = places[at] ?? 0
      const about = sameAs ? `Same person as row ${(places[sameAs - 1] ?? 0) + 1}.` : message
      outcomes[place] = { status, profileId, message: about ?? settled.left[place] ?? null }
    }
    process.say(`${start + places.length} of ${sentPlaces.length} rows`)
    if (!sends || options.dryRun) continue
    // An earlier run has imported these, and may have invited some of them since.
    const isRepeated = headers.get('idempotent-replayed') === 'true'
    const now = isRepeated ? await timbre.profiles.import({ rows: piece, dryRun: true }) : answer
    for (const [at, result] of now.data.results.entries()) found[places[at] ?? 0] = result
  }
  if (sends && !options.dryRun) await sendInvites(context, { outcomes, found, campaign })
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

/** What the service knows of a row after the import. */
type Found = { status: string; profileId: string | null; isInvited: boolean | null }

/** Invites those who were never invited, so running the line again invites nobody twice. */
async function sendInvites(
  context: Context,
  {
    outcomes,
    found,
    campaign,
  }: {
    outcomes: Outcome[]
    found: readonly (Found | undefined)[]
    campaign: Awaited<ReturnType<typeof campaignOf>>
  },
): Promise<void> {
  const { process } = context
  const rowOfPerson = new Map<string, Outcome>()
  const invitees: { profileId: string; isNew: boolean }[] = []
  let invitedBefore = 0
  for (const [place, row] of found.entries()) {
    // Rows that weren't sent have no place in it.
    const outcome = row && outcomes[place]
    if (!outcome) continue
    const { status, profileId, isInvited } = row
    if (profileId === null || rowOfPerson.has(profileId)) continue
    if (status !== 'new' && status !== 'standing' && status !== 'updated') continue
    if (status === 'new' || isInvited === false) {
      rowOfPerson.set(profileId, outcome)
      invitees.push({ profileId, isNew: status === 'new' })
    } else if (isInvited) invitedBefore += 1
  }
  if (invitedBefore > 0)
    process.say(`People who have been invited before and get no other invite: ${invitedBefore}`)
  if (rowOfPerson.size === 0) return process.say('Nobody is left to invite.')
  const results: { status: string }[] = []
  const goOn = () =>
    process.say(
      `Asked for ${results.length} of ${rowOfPerson.size} invites. Run the same line again to go on: nobody is invited twice.`,
    )
  process.signal.addEventListener('abort', goOn, { once: true })
  try {
    await inviteAll(context, invitees, campaign, (result) => {
      results.push(result)
      const outcome = rowOfPerson.get(result.profileId)
      if (outcome) outcome.message = [outcome.message, inviteWords(result)].filter(Boolean).join(' ')
    })
  } catch (error) {
    if (!process.signal.aborted) goOn()
    throw error
  } finally {
    process.signal.removeEventListener('abort', goOn)
  }
  const count = (...those: string[]) => results.filter(({ status }) => those.includes(status)).length
  const meanwhile = count('invited')
  if (meanwhile > 0)
    process.say(`People who have been invited meanwhile and get no other invite: ${meanwhile}`)
  sayWhatWasSent(context, results, campaign?.id)
  const unsent = results.length - count('sent', 'queued', 'invited')
  if (unsent > 0) process.say(`Invites that are not sent, with the reason in the result: ${unsent}`)
}

function inviteWords({ status, reason }: { status: string; reason: string | null }): string {
  if (status === 'sent') return 'Invite sent'
  if (status === 'invited') return 'Invited meanwhile'
  return status === 'queued' ? 'Invite waits: the service sends it' : (reason ?? status)
}
