import { type Anchor, headText } from '../contract/anchor.ts'
import type { Clock, Database } from '../contract/ports.ts'
import type { SecretKey } from '../contract/secret-key.ts'
import { findEntryHash, type HeadRow, listHeads } from '../database/heads.ts'
import { appendAnchors, mendAnchors, readAnchors, replaceAnchors } from './anchorFile.ts'
import { nameOf, within } from './deliver.ts'
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

export type Anchors = {
  /** Notes every chain that has grown since the last time. Never rejects. */
  note(): Promise<void>
  /** Notes once more, within a few seconds, and no more after that. */
  stop(): Promise<void>
}

/**
 * Copies the sealed ends of all audit chains out of the database, so that a chain that is cut off shows even
 * when an older head with its valid seal is put back. A chain that no longer holds what was noted of it is not
 * noted again: the older line is the proof. Whatever goes wrong is logged, and the next time tries again.
 */
export function startAnchors(options: AnchorOptions): Anchors {
  const { log, everyMilliseconds = 60_000 } = options
  const book = openBook(options)
  let underWay: Promise<void> | undefined
  let isFailing = false

  function note(): Promise<void> {
    underWay ??= noteAll().finally(() => {
      underWay = undefined
    })
    return underWay
  }

  async function noteAll(): Promise<void> {
    try {
      await book.open()
      await book.resealAll()
      for (let after = ''; ; ) {
        const heads = await options.database.inSystem((sql) => listHeads(sql, after, pageSize), {
          readOnly: true,
        })
        await book.write(await grown(options, book, heads))
        const last = heads.at(-1)
        if (!last || heads.length < pageSize) break
        after = last.accountId
      }
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ error: nameOf(error) }, 'audit: the ends of the chains cannot be noted')
      isFailing = true
    }
  }

  const timer = setInterval(note, everyMilliseconds)
  void note()
  return {
    note,
    async stop() {
      clearInterval(timer)
      const last = Promise.resolve(underWay).then(note)
      await within(5_000, last).catch(() =>
        log.warn({}, 'audit: the ends of the chains were not noted at the end'),
      )
    },
  }
}

const pageSize = 500

/** The heads that are further than what is noted of them, and still lead there. */
async function grown({ database, clock, log }: AnchorOptions, book: Book, heads: readonly HeadRow[]) {
  const anchors: Anchor[] = []
  for (const { accountId, seq, hash, seal } of heads) {
    const known = book.latest(accountId)
    if (known?.seq === seq && known.hash === hash.toString('hex')) continue
    if (known && !(await stillHolds(database, known, seq))) {
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

async function stillHolds(database: Database, known: Anchor, seq: number): Promise<boolean> {
  if (seq <= known.seq) return false
  const { accountId } = known
  const hash = await database.inAccount(accountId, (sql) => findEntryHash(sql, accountId, known.seq), {
    readOnly: true,
  })
  return hash?.toString('hex') === known.hash
}

type Book = ReturnType<typeof openBook>

function resealed(anchor: Anchor, secretKey: SecretKey): Anchor {
  const macs = secretKey.macs('audit head', headText(anchor.accountId, anchor.seq, anchor.hash))
  const [seal = '', ...former] = macs.map((mac) => mac.toString('hex'))
  return former.includes(anchor.seal) ? { ...anchor, seal } : anchor
}

/** The file and what is remembered of it: the furthest anchor of each account. */
function openBook({ dataDir, secretKey, mostLines = 1_000 }: AnchorOptions) {
  const noted = new Map<string, Anchor>()
  const broken = new Set<string>()
  let lines = 0
  let isOpen = false
  let isReadable = true

  return {
    async open(): Promise<void> {
      if (isOpen) return
      await mendAnchors(dataDir)
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
      for (const [accountId, anchor] of noted) noted.set(accountId, resealed(anchor, secretKey))
    },
    latest: (accountId: string) => noted.get(accountId),
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
      if (!isReadable || lines <= mostLines || lines <= 4 * noted.size) return
      await replaceAnchors(dataDir, [...noted.values()])
      lines = noted.size
    },
  }

  function remember(anchor: Anchor): void {
    if (anchor.seq > (noted.get(anchor.accountId)?.seq ?? 0)) noted.set(anchor.accountId, anchor)
  }
}
