import { type Anchor, anchorText, headText } from '../contract/anchor.ts'
import { errorCode } from '../contract/loggable-error.ts'
import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { withTimeout } from '../contract/with-timeout.ts'
import { type AuditHeadRow, findEntryHash, listAuditHeads } from '../database/audit-heads.ts'
import { appendAnchors, readAnchors, repairAnchors, replaceAnchors } from './anchor-file.ts'
import type { Log } from './log.ts'

export type AnchorOptions = {
  database: Database
  dataDir: string
  secretKey: SecretKey
  clock: Clock
  log: Pick<Log, 'warn' | 'error'>
  everyMilliseconds?: number
  /** Number of lines from which on the file is compacted if most of them are outdated. */
  maxLines?: number
}

export type AnchorWorker = {
  /** Writes an anchor for every chain that has grown since the last time. Never rejects. */
  record(): Promise<void>
  /** Seconds since the last time that this was done for all chains. */
  ageSeconds(): number
  /** Writes anchors a last time, within a few seconds, and stops. */
  stop(): Promise<void>
}

/**
 * Copies the sealed heads of all audit chains out of the database, so that truncating a chain shows even if an older
 * head with its valid seal is put back. If a chain no longer contains its last anchor, no new one is written: the older
 * anchor is the proof. Errors are logged and retried the next time.
 */
export function startAnchorWorker(options: AnchorOptions): AnchorWorker {
  const { log, everyMilliseconds = 60_000 } = options
  const anchorLog = openAnchorLog(options)
  let inFlight: Promise<void> | undefined
  let isFailing = false
  let recordedAt = performance.now()

  function record(): Promise<void> {
    inFlight ??= recordAll().finally(() => {
      inFlight = undefined
    })
    return inFlight
  }

  async function recordAll(): Promise<void> {
    try {
      await anchorLog.open()
      await anchorLog.resealAll()
      for (let after = ''; ; ) {
        const heads = await options.database.inSystem((sql) => listAuditHeads(sql, after, pageSize), {
          readOnly: true,
        })
        const anchors = await findGrownChains(options, anchorLog, heads)
        // An entry that a crash undoes would look like one that was cut off.
        if (anchors.length > 0) await options.database.flush()
        await anchorLog.write(anchors)
        const last = heads.at(-1)
        if (!last || heads.length < pageSize) break
        after = last.accountId
      }
      isFailing = false
      recordedAt = performance.now()
    } catch (error) {
      if (!isFailing) log.warn({ error: errorCode(error) }, 'audit: cannot write anchors of the chains')
      isFailing = true
    }
  }

  const timer = setInterval(record, everyMilliseconds)
  void record()
  return {
    record,
    ageSeconds: () => (performance.now() - recordedAt) / 1_000,
    async stop() {
      clearInterval(timer)
      const last = Promise.resolve(inFlight).then(record)
      await withTimeout(5_000, last).catch(() =>
        log.warn({}, 'audit: the last anchors were not written before the stop'),
      )
    },
  }
}

const pageSize = 500

/** Anchors for the heads that are further than their last anchor and still contain it. */
async function findGrownChains(
  { database, secretKey, clock, log }: AnchorOptions,
  anchorLog: AnchorLog,
  heads: readonly AuditHeadRow[],
) {
  const anchors: Anchor[] = []
  for (const { accountId, seq, hash, seal } of heads) {
    const latest = anchorLog.latest(accountId)
    if (latest?.seq === seq && latest.hash === hash.toString('hex')) continue
    if (latest && !(await isStillInChain(database, latest, seq))) {
      if (anchorLog.isNewlyBroken(accountId)) {
        log.error(
          { accountId, seq: latest.seq },
          `audit: the chain no longer contains its last anchor; ${advice}`,
        )
      }
      continue
    }
    const anchor: Anchor = {
      accountId,
      seq,
      hash: hash.toString('hex'),
      seal: seal.toString('hex'),
      at: clock().toISOString(),
    }
    anchors.push({ ...anchor, line: sealsOfLine(anchor, secretKey)[0] ?? '' })
  }
  return anchors
}

const advice = 'run: npm run audit -- verify'

async function isStillInChain(database: Database, anchor: Anchor, seq: number): Promise<boolean> {
  if (seq <= anchor.seq) return false
  const { accountId } = anchor
  const hash = await database.inAccount(accountId, (sql) => findEntryHash(sql, accountId, anchor.seq), {
    readOnly: true,
  })
  return hash?.toString('hex') === anchor.hash
}

type AnchorLog = ReturnType<typeof openAnchorLog>

function resealed(anchor: Anchor, secretKey: SecretKey): Anchor {
  const macs = secretKey.macs('audit head', headText(anchor.accountId, anchor.seq, anchor.hash))
  const [seal = '', ...former] = macs.map((mac) => mac.toString('hex'))
  if (!former.includes(anchor.seal)) return anchor
  const updated = { ...anchor, seal }
  const wasSealed = anchor.line !== undefined && sealsOfLine(anchor, secretKey).includes(anchor.line)
  return wasSealed ? { ...updated, line: sealsOfLine(updated, secretKey)[0] ?? '' } : updated
}

/** Under the key in use, then under those that it has replaced. */
function sealsOfLine(anchor: Anchor, secretKey: SecretKey): string[] {
  return secretKey.macs('audit head', anchorText(anchor)).map((mac) => mac.toString('hex'))
}

/** The anchor file, and the latest anchor of each account in memory. */
function openAnchorLog({ dataDir, secretKey, maxLines = 1_000 }: AnchorOptions) {
  const latestAnchors = new Map<string, Anchor>()
  const broken = new Set<string>()
  let lines = 0
  let isOpen = false
  let isReadable = true

  return {
    async open(): Promise<void> {
      if (isOpen) return
      await repairAnchors(dataDir)
      const { anchors, unreadable } = await readAnchors(dataDir)
      for (const anchor of anchors) remember(anchor)
      lines = anchors.length
      // A damaged file is kept as evidence. New lines are still appended.
      isReadable = unreadable.length === 0
      isOpen = true
    },
    /** Seals again under the key in use what a previous key has sealed. An invalid seal stays invalid. */
    async resealAll(): Promise<void> {
      if (!isReadable || secretKey.subkeys('audit head').length < 2) return
      const { anchors } = await readAnchors(dataDir)
      const updated = anchors.map((anchor) => resealed(anchor, secretKey))
      if (updated.every((anchor, index) => anchor === anchors[index])) return
      await replaceAnchors(dataDir, updated)
      for (const [accountId, anchor] of latestAnchors)
        latestAnchors.set(accountId, resealed(anchor, secretKey))
    },
    latest: (accountId: string) => latestAnchors.get(accountId),
    isNewlyBroken(accountId: string): boolean {
      if (broken.has(accountId)) return false
      broken.add(accountId)
      return true
    },
    async write(anchors: readonly Anchor[]): Promise<void> {
      if (anchors.length === 0) return
      await appendAnchors(dataDir, anchors)
      for (const anchor of anchors) remember(anchor)
      lines += anchors.length
      if (!isReadable || lines <= maxLines || lines <= 4 * latestAnchors.size) return
      await replaceAnchors(dataDir, [...latestAnchors.values()])
      lines = latestAnchors.size
    },
  }

  function remember(anchor: Anchor): void {
    if (anchor.seq > (latestAnchors.get(anchor.accountId)?.seq ?? 0))
      latestAnchors.set(anchor.accountId, anchor)
  }
}
