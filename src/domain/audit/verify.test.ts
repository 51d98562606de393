import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Anchor } from '../../contract/anchor.ts'
import { createSecretKeyring } from '../../identity/secret-keyring.ts'
import { chainHash, chainStart, type StoredEntry, sealHead } from './chain.ts'
import type { SealedHead } from './check.ts'
import { verifyAccountChain } from './verify.ts'

const secretKey = createSecretKeyring([randomBytes(32)])
const accountId = 'a'.repeat(24)

describe('an intact chain', () => {
  test.each([0, 1, 2, 499, 500, 501])('of %i entries is valid, read in pages', async (length) => {
    const chain = chainOf(length)
    const verification = await verify(chain.entries, chain.head)
    expect(verification).toEqual({ accountId, entries: length, faults: [] })
  })

  test('that grows during verification is valid', async () => {
    const { entries, head, headAt } = chainOf(9)
    let shown = 5
    const source = {
      entries: async ({ after, upTo = 99 }: { after: number; upTo?: number }) =>
        entries.slice(0, shown).filter(({ seq }) => seq > after && seq <= upTo),
      head: async () => {
        shown = 9
        return headAt(8)
      },
    }
    expect(head?.seq).toBe(9)
    expect(await verifyAccountChain(source, accountId, [], secretKey)).toMatchObject({
      entries: 8,
      faults: [],
    })
  })

  test('is valid with earlier anchors', async () => {
    const { entries, head, anchorAt } = chainOf(6)
    expect((await verify(entries, head, [anchorAt(2), anchorAt(6)])).faults).toEqual([])
  })
})

describe('detects and reports once:', () => {
  const lengths = fc.integer({ min: 2, max: 12 })
  const indexes = fc.array(fc.nat(), { minLength: 2, maxLength: 2 })

  test('a changed field of any entry', async () => {
    const fields = [
      'id',
      'at',
      'actorKind',
      'actorId',
      'clientId',
      'action',
      'targetType',
      'targetId',
    ] as const
    const field = fc.constantFrom(...fields, 'requestId' as const, 'changes' as const, 'hash' as const)
    await fc.assert(
      fc.asyncProperty(lengths, indexes, field, async (length, [index = 0], name) => {
        const { entries, head } = chainOf(length)
        const entry = entries[index % length] as StoredEntry
        entries[index % length] = { ...entry, [name]: name === 'hash' ? randomBytes(32) : `${entry[name]}x` }
        expect(await kinds(entries, head)).toEqual([`changed ${entry.seq}`])
      }),
    )
  })

  test('a removed entry, the last one included', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, indexes, async (length, [index = 0]) => {
        const { entries, head } = chainOf(length)
        const seq = (index % length) + 1
        entries.splice(seq - 1, 1)
        expect(await kinds(entries, head)).toEqual([`${seq === length ? 'cutOff' : 'missing'} ${seq}`])
      }),
    )
  })

  test('two swapped entries', async () => {
    await fc.assert(
      fc.asyncProperty(lengths, indexes, async (length, [a = 0, b = 0]) => {
        const { entries, head } = chainOf(length)
        const [left, right] = [a % length, b % length]
        fc.pre(left !== right)
        const [first, second] = [entries[left], entries[right]] as [StoredEntry, StoredEntry]
        entries[left] = { ...second, seq: first.seq }
        entries[right] = { ...first, seq: second.seq }
        const seqs = [first.seq, second.seq].sort((a, b) => a - b)
        expect(await kinds(entries, head)).toEqual(seqs.map((seq) => `swapped ${seq}`))
      }),
    )
  })

  test('an inserted entry', async () => {
    const { entries, head } = chainOf(5)
    const forged = entries.map((entry) => (entry.seq > 2 ? { ...entry, seq: entry.seq + 1 } : entry))
    forged.splice(2, 0, { ...(entries[2] as StoredEntry), id: 'f'.repeat(24) })
    expect(await kinds(forged, head)).toContain('changed 3')
  })
})

describe('the end of a chain', () => {
  test('is detected as missing if the head is further', async () => {
    const { entries, head } = chainOf(6)
    const { faults } = await verify(entries.slice(0, 3), head)
    expect(faults.map(({ text }) => text)).toEqual([
      'entries 4 to 6 are missing at the end: the head includes them',
    ])
  })

  test('is detected as missing if the head was computed without the key', async () => {
    const { entries } = chainOf(6)
    const head = { seq: 3, hash: entries[2]?.hash ?? chainStart, seal: randomBytes(32) }
    expect(await kinds(entries.slice(0, 3), head)).toEqual(['headNotSealed 3'])
  })

  test('is detected as missing by an anchor if the head is older but validly sealed', async () => {
    const { entries, headAt, anchorAt } = chainOf(6)
    expect(await kinds(entries.slice(0, 3), headAt(3))).toEqual([])
    expect(await kinds(entries.slice(0, 3), headAt(3), [anchorAt(2), anchorAt(5)])).toEqual([
      'shorterThanAnchor 4',
    ])
  })

  test('is detected as missing by an anchor if the whole chain, head and account were deleted', async () => {
    const { anchorAt } = chainOf(6)
    expect(await kinds([], undefined, [anchorAt(5)])).toEqual(['emptied 1'])
  })

  test('is detected as rewritten by an anchor, even if sealed with the key', async () => {
    const [old, forged] = [chainOf(6), chainOf(6)]
    expect(await kinds(forged.entries, forged.head, [old.anchorAt(4)])).toEqual(['rewritten 4'])
  })

  test('is detected if the head is missing, older or of another chain', async () => {
    const { entries, headAt } = chainOf(4)
    expect(await kinds(entries, undefined)).toEqual(['headMissing 4'])
    expect(await kinds(entries, headAt(2))).toEqual(['headBehind 2'])
    expect(await kinds(entries, chainOf(4).head)).toEqual(['headElsewhere 4'])
  })

  test('is detected if sealed with another key, in the head and in an anchor', async () => {
    const { entries, head, anchorAt } = chainOf(3)
    const anchors = [anchorAt(2)]
    const verification = await verifyAccountChain(
      sourceOf(entries, head),
      accountId,
      anchors,
      createSecretKeyring([randomBytes(32)]),
    )
    expect(verification.faults.map(({ kind }) => kind).sort()).toEqual(['anchorNotSealed', 'headNotSealed'])
  })
})

test('a fully corrupted chain is reported by its first hundred faults', async () => {
  const { entries, head } = chainOf(400)
  const corrupted = entries.map((entry) => ({ ...entry, action: 'x', hash: randomBytes(32) }))
  const { faults } = await verify(corrupted, head)
  expect(faults).toHaveLength(100)
  expect(faults[0]).toMatchObject({ kind: 'changed', seq: 1 })
})

function chainOf(length: number) {
  const entries: StoredEntry[] = []
  let hash = chainStart
  for (let seq = 1; seq <= length; seq += 1) {
    const entry = {
      accountId,
      seq,
      id: randomBytes(12).toString('hex'),
      at: '2026-11-21T09:00:00.000Z',
      actorKind: 'client',
      actorId: 'm2m_us_x',
      clientId: 'm2m_us_x',
      action: 'create_profile',
      targetType: 'profile',
      targetId: randomBytes(12).toString('hex'),
      requestId: 'request-1',
      changes: '{"fields":["email"]}',
    }
    hash = chainHash(hash, entry)
    entries.push({ ...entry, hash })
  }
  const headAt = (seq: number): SealedHead => {
    const end = { seq, hash: entries[seq - 1]?.hash ?? chainStart }
    return { ...end, seal: sealHead(accountId, end, secretKey) }
  }
  const anchorAt = (seq: number): Anchor => {
    const head = headAt(seq)
    const [at, seal] = ['2026-11-21T09:01:00.000Z', head.seal.toString('hex')]
    return { accountId, seq, hash: head.hash.toString('hex'), seal, at }
  }
  return { entries, headAt, anchorAt, head: length === 0 ? undefined : headAt(length) }
}

function sourceOf(entries: readonly StoredEntry[], head: SealedHead | undefined) {
  return {
    entries: async ({ after, upTo = 1e9, limit }: { after: number; upTo?: number; limit: number }) =>
      entries.filter(({ seq }) => seq > after && seq <= upTo).slice(0, limit),
    head: async () => head,
  }
}

function verify(entries: readonly StoredEntry[], head: SealedHead | undefined, anchors: Anchor[] = []) {
  return verifyAccountChain(sourceOf(entries, head), accountId, anchors, secretKey)
}

async function kinds(entries: readonly StoredEntry[], head: SealedHead | undefined, anchors: Anchor[] = []) {
  const { faults } = await verify(entries, head, anchors)
  return faults.map(({ kind, seq }) => `${kind} ${seq}`)
}
