import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { resealErasures } from '../../src/backup/erasure-file.ts'
import { headText } from '../../src/contract/anchor.ts'
import { conflict } from '../../src/contract/failure.ts'
import { macLifetimes, type SealedKind } from '../../src/contract/secret-key.ts'
import { isDeletionSealed, sealDeletion, sealHead } from '../../src/domain/audit/chain.ts'
import { findHead, resealHead } from '../../src/domain/audit/store.ts'
import { countUnderOtherKeys, reseal, sealedColumns, switchKeyInUse } from '../../src/identity/reseal.ts'
import { readAnchors, readDeletions, replaceDeletions } from '../../src/platform/anchor-file.ts'
import {
  activateNextSecretKey,
  prepareNextKey,
  readSecretKeys,
  removePreviousKeys,
} from '../../src/platform/secret-key-files.ts'
import { command } from './command.ts'
import { accountIdsOf, type Shell } from './shell.ts'
import { table } from './table.ts'

const kinds = Object.keys(sealedColumns) as SealedKind[]
/** What is counted: the kinds of sealed values, the audit chain heads, and the copies of them in DATA_DIR. */
type Count = {
  what: SealedKind | 'audit_head' | typeof noted | typeof deleted | typeof erased
  count: number
}

export const rotateSecretsCommand = command({
  name: 'secrets rotate',
  summary:
    'Seal everything under a new SECRET_KEY, beside the running service. Stopped at any point, run it again.',
  usage: '',
  input: z.strictObject({}),
  async run(shell, _, say) {
    const key = await newKeyOf(shell)
    await switchKeyInUse(shell.database, shell.secretKey, key)
    say('The signing keys are sealed under the new key; running processes change over within 2 seconds.')
    await untilWritersAreThrough(shell)
    const totals = new Map<string, { resealed: number; unreadable: number }>()
    let left: Count[] = []
    for (let pass = 1; pass <= mostPasses; pass += 1) {
      for await (const [what, done] of resealing(shell)) {
        const total = totals.get(what) ?? { resealed: 0, unreadable: 0 }
        total.resealed += done.resealed
        total.unreadable = done.unreadable
        totals.set(what, total)
        say(`${what}: ${total.resealed} resealed`)
      }
      left = (await countAll(shell)).filter(({ what, count }) => what !== noted && count > 0)
      if (left.every(({ what, count }) => count <= (totals.get(what)?.unreadable ?? 0))) break
    }
    if (shell.configuredKey === undefined) await activateNextSecretKey(shell.dataDir)
    const rows = [...totals].map(([what, { resealed, unreadable }]) => [
      what,
      String(resealed),
      String(unreadable),
    ])
    const text = [table([['VALUES', 'RESEALED', 'UNREADABLE'], ...rows]), ...afterwards(shell)].join('\n')
    const json = { resealed: Object.fromEntries(totals), left: countsOf(left) }
    return { text, json, exitCode: left.length > 0 ? 1 : 0 }
  },
})

export const secretsStatusCommand = command({
  name: 'secrets status',
  summary: 'Count what is sealed under another key than the one in use; exits with 1 when there is anything.',
  usage: '',
  input: z.strictObject({}),
  async run(shell) {
    const counts = await countAll(shell)
    const rows = counts.map(({ what, count }) => [what, String(count)])
    const isDone = counts.every(({ count }) => count === 0)
    const keys = `${shell.secretKey.otherKeyCount() + 1} keys are configured.`
    const text = [table([['VALUES', 'UNDER ANOTHER KEY'], ...rows]), keys].join('\n')
    return {
      text,
      json: { left: countsOf(counts), keys: shell.secretKey.otherKeyCount() + 1 },
      exitCode: isDone ? 0 : 1,
    }
  },
})

export const finishSecretsCommand = command({
  name: 'secrets finish',
  summary: 'Check that nothing needs the former keys, and remove secret.key.previous from DATA_DIR.',
  usage: '',
  input: z.strictObject({}),
  async run(shell) {
    const left = (await countAll(shell)).filter(({ count }) => count > 0)
    if (left.length > 0)
      throw conflict(
        `Still needed by ${left.map(({ what, count }) => `${count} of ${what}`).join(', ')}. ${advice(left)}`,
      )
    if (shell.configuredKey !== undefined) {
      const text = 'Nothing needs a former key. Start every process without SECRET_KEY_PREVIOUS.'
      return { text, json: { removed: false } }
    }
    const removed = await removePreviousKeys(shell.dataDir)
    const text = removed
      ? 'secret.key.previous is removed. The running service drops its keys within 2 seconds.'
      : 'There is no former key.'
    return { text, json: { removed } }
  },
})

const noted = 'audit-heads.jsonl'
const deleted = 'audit-deletions.jsonl'
const erased = 'erasures.jsonl'
/** Running processes reload the current key every two seconds. */
const reloadMilliseconds = 5_000
const writersMilliseconds = 15_000
const mostPasses = 5

/** The new key: SECRET_KEY, or one that is generated in DATA_DIR. */
async function newKeyOf(shell: Shell): Promise<Buffer> {
  const { configuredKey, dataDir, secretKey } = shell
  if (configuredKey !== undefined) {
    if (secretKey.otherKeyCount() > 0) return configuredKey
    throw conflict(
      'SECRET_KEY_PREVIOUS is not set. Start every process with a new SECRET_KEY and the one of now as ' +
        'SECRET_KEY_PREVIOUS, then run this with the same two. A new key: ' +
        `node -p "crypto.randomBytes(32).toString('base64url')"`,
    )
  }
  const key = await prepareNextKey(dataDir)
  secretKey.replace(await readSecretKeys({ secretKey: undefined, previousSecretKeys: [], dataDir }))
  // Nothing may be sealed with a key before running services can read it.
  await setTimeout(reloadMilliseconds)
  return key
}

/** Waits until no transaction remains that might write with the old key, with a time limit. */
async function untilWritersAreThrough({ database }: Shell): Promise<void> {
  await setTimeout(reloadMilliseconds)
  const horizon = async (end: 'xmin' | 'xmax') => {
    const text = `select pg_snapshot_${end}(pg_current_snapshot())::text as at`
    const row = await database.inSystem((sql) => sql.row<{ at: string }>(text), { readOnly: true })
    return BigInt(row?.at ?? 0)
  }
  const next = await horizon('xmax')
  for (let waited = 0; waited < writersMilliseconds && (await horizon('xmin')) < next; waited += 250) {
    await setTimeout(250)
  }
}

async function* resealing(
  shell: Shell,
): AsyncGenerator<[Count['what'], { resealed: number; unreadable: number }]> {
  const { database, secretKey } = shell
  for (const kind of kinds) {
    if (sealedColumns[kind].scope === 'system') {
      yield [kind, await reseal(database, secretKey, kind)]
      continue
    }
    const total = { resealed: 0, unreadable: 0 }
    for await (const accountId of accountIdsOf(database)) {
      const done = await reseal(database, secretKey, kind, accountId)
      total.resealed += done.resealed
      total.unreadable += done.unreadable
    }
    yield [kind, total]
  }
  const heads = { resealed: 0, unreadable: 0 }
  for await (const accountId of accountIdsOf(database)) {
    const done = await database.inAccount(accountId, (sql) => resealHead(sql, accountId, secretKey))
    if (done) heads[done] += 1
  }
  yield ['audit_head', heads]
  yield [deleted, await resealDeletions(shell)]
  if (shell.backupDir !== undefined) yield [erased, await resealErasures(shell.backupDir, shell.secretKey)]
}

/** Reseals the record of deleted accounts. Lines that no key opens stay as they are and prove nothing. */
async function resealDeletions({ dataDir, secretKey }: Shell) {
  const done = { resealed: 0, unreadable: 0 }
  const before = await readDeletions(dataDir)
  const after = before.map((line) => {
    const seal = sealDeletion(line, secretKey)
    if (seal === line.seal) return line
    if (!isDeletionSealed(line, secretKey)) {
      done.unreadable += 1
      return line
    }
    done.resealed += 1
    return { ...line, seal }
  })
  if (done.resealed > 0) await replaceDeletions(dataDir, after)
  return done
}

async function countAll({ database, secretKey, dataDir }: Shell): Promise<Count[]> {
  const counts = new Map<Count['what'], number>()
  const add = (what: Count['what'], count: number) => counts.set(what, (counts.get(what) ?? 0) + count)
  for (const kind of kinds) {
    add(
      kind,
      sealedColumns[kind].scope === 'system' ? await countUnderOtherKeys(database, secretKey, kind) : 0,
    )
  }
  add('audit_head', 0)
  for await (const accountId of accountIdsOf(database)) {
    for (const kind of kinds) {
      if (sealedColumns[kind].scope === 'account')
        add(kind, await countUnderOtherKeys(database, secretKey, kind, accountId))
    }
    const head = await database.inAccount(accountId, (sql) => findHead(sql, accountId), { readOnly: true })
    if (head && !sealHead(accountId, head, secretKey).equals(head.seal)) add('audit_head', 1)
  }
  const { anchors } = await readAnchors(dataDir)
  const isOther = ({ accountId, seq, hash, seal }: (typeof anchors)[number]) =>
    secretKey.mac('audit head', headText(accountId, seq, hash)).toString('hex') !== seal
  add(noted, anchors.filter(isOther).length)
  const deletions = await readDeletions(dataDir)
  const isFormer = (line: (typeof deletions)[number]) =>
    sealDeletion(line, secretKey) !== line.seal && isDeletionSealed(line, secretKey)
  add(deleted, deletions.filter(isFormer).length)
  return [...counts].map(([what, count]) => ({ what, count }))
}

function countsOf(counts: readonly Count[]): Record<string, number> {
  return Object.fromEntries(counts.map(({ what, count }) => [what, count]))
}

function advice(left: readonly Count[]): string {
  if (left.every(({ what }) => what === noted)) {
    return 'The running service seals them again within a minute; run this again then.'
  }
  return 'Run secrets rotate, and see npm run audit -- verify for ends of chains that nothing opens.'
}

/** When the old key can be removed, and what stops working before that. */
function afterwards({ configuredKey, now }: Shell): string[] {
  const hours = Math.max(...Object.values(macLifetimes).map((one) => one.hours))
  const until = new Date(now().getTime() + hours * 3_600_000).toISOString()
  const how =
    configuredKey === undefined
      ? 'run: npm run timbre -- secrets finish'
      : 'start every process without SECRET_KEY_PREVIOUS'
  const early = Object.values(macLifetimes).filter((one) => one.hours > 0)
  return [
    `From ${until} on nothing needs the former key: ${how}.`,
    'If it has leaked, do that now. Then, of what began before:',
    ...early.map(({ afterwards: what }) => `- ${what};`),
  ]
}
