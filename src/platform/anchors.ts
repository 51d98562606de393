import { type Anchor, headText } from '../contract/anchor.ts'
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
  /** Lines that the file may have before it is looked at whether they are too many. */
  mostLines?: number
}

export type AnchorWorker = {
  /** Notes every chain that has grown since the last time. Never rejects. */
  record(): Promise<void>
  /** Notes once more, within a few seconds, and no more after that. */
  stop(): Promise<void>
}

/**
 * Copies the sealed ends of all audit chains out of the database, so that a chain that is cut off shows even
 * when an older head with its valid seal is put back. A chain that no longer holds what was noted of it is not
 * noted again: the older line is the proof. Whatever goes wrong is logged, and the next time tries again.
 */
export function startAnchorWorker(options: AnchorOptions): AnchorWorker {
  const { log, everyMilliseconds = 60_000 } = options
  const anchorLog = openAnchorLog(options)
  let inFlight: Promise<void> | undefined
  let isFailing = false

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
        await anchorLog.write(await findGrownChains(options, anchorLog, heads))
        const last = heads.at(-1)
        if (!last || heads.length < pageSize) break
        after = last.accountId
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ error: errorCode(error) }, 'audit: the ends of the chains cannot be noted')
      isFailing = true
    }
  }

  const timer = setInterval(record, everyMilliseconds)
  void record()
  return {
    record,
    async stop() {
      clearInterval(timer)
      const last = Promise.resolve(inFlight).then(record)
      await withTimeout(5_000, last).catch(() =>
        log.warn({}, 'audit: the ends of the chains were not noted at the end'),
      )
    },
  }
}

const pageSize = 500

/** The heads that are further than what is noted of them, and still lead there. */
async function findGrownChains(
  { database, clock, log }: AnchorOptions,
  book: AnchorLog,
  heads: readonly AuditHeadRow[],
) {
  const anchors: Anchor[] = []
  for (const { accountId, seq, hash, seal } of heads) {
    const known = book.latest(accountId)
    if (known?.seq === seq && known.hash === hash.toString('hex')) continue
    if (known && !(await isStillInChain(database, known, seq))) {
      if (book.isNewlyBroken(accountId)) {
        log.error(
          { accountId, seq: known.seq },
          `audit: the chain no longer holds what was noted of it; ${advice}`,
        )
      }
      continue
    }
    anchors.push({
      accountId,
      seq,
      hash: hash.toString('hex'),
      seal: seal.toString('hex'),
      at: clock().toISOString(),
    })
  }
  return anchors
}

const advice = 'run: npm run audit -- verify'

async function isStillInChain(database: Database, known: Anchor, seq: number): Promise<boolean> {
  if (seq <= known.seq) return false
  const { accountId } = known
  const hash = await database.inAccount(accountId, (sql) => findEntryHash(sql, accountId, known.seq), {
    readOnly: true,
  })
  return hash?.toString('hex') === known.hash
}

type AnchorLog = ReturnType<typeof openAnchorLog>

function resealed(anchor: Anchor, secretKey: SecretKey): Anchor {
  const macs = secretKey.macs('audit head', headText(anchor.accountId, anchor.seq, anchor.hash))
  const [seal = '', ...former] = macs.map((mac) => mac.toString('hex'))
  return former.includes(anchor.seal) ? { ...anchor, seal } : anchor
}

/** The file and what is remembered of it: the furthest anchor of each account. */
function openAnchorLog({ dataDir, secretKey, mostLines = 1_000 }: AnchorOptions) {
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
      // A damaged file is left as it is, for whoever looks into it; new lines are added all the same.
      isReadable = unreadable.length === 0
      isOpen = true
    },
    /** Seals under the key in use what a key sealed that a rotation has replaced; a wrong seal stays wrong. */
    async resealAll(): Promise<void> {
      if (!isReadable || secretKey.subkeys('audit head').length < 2) return
      const { anchors } = await readAnchors(dataDir)
      const now = anchors.map((anchor) => resealed(anchor, secretKey))
      if (now.every((anchor, index) => anchor === anchors[index])) return
      await replaceAnchors(dataDir, now)
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
      if (!isReadable || lines <= mostLines || lines <= 4 * latestAnchors.size) return
      await replaceAnchors(dataDir, [...latestAnchors.values()])
      lines = latestAnchors.size
    },
  }

  function remember(anchor: Anchor): void {
    if (anchor.seq > (latestAnchors.get(anchor.accountId)?.seq ?? 0))
      latestAnchors.set(anchor.accountId, anchor)
  }
}
