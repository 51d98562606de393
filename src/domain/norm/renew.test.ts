import { beforeAll, describe, expect, test } from 'vitest'
import {
  type CompletedPerson,
  drawCompletedPeople,
  insertCompletedPeople,
  insertLiveAccount,
} from '../../../test/support/completed-people.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.ts'
import { focusForm } from '../../content/forms.ts'
import { focusNorm } from '../../content/norms.ts'
import type { Database, Sql } from '../../contract/ports.ts'
import { localCells, type RawSums } from '../../scoring/local-norm.ts'
import type { FocusResult } from '../../scoring/results.ts'
import { renewNorms } from './renew.ts'

const peopleCount = 460
const sizes = { counted: 40, summed: 20 }

let db: TestDatabase
let accountId: string
let people: CompletedPerson[]
beforeAll(async () => {
  db = await createTestDatabase()
  people = drawCompletedPeople(peopleCount)
  accountId = await insertLiveAccount(db)
  await insertCompletedPeople(db, accountId, people)
})

const norms = () =>
  db.admin<{ n: number; cells: unknown }>(
    'select n, cells from local_norm where account_id = $1 order by created_at',
    [accountId],
  )
const progress = () =>
  db.admin<{ people: number }>('select people from norm_progress where account_id = $1', [accountId])

async function renew(
  database: Database,
  signal = new AbortController().signal,
  now = new Date('2026-11-21T09:00:00Z'),
): Promise<string[]> {
  const messages: string[] = []
  const note = (fields: object, message: string) => void messages.push(`${message} ${JSON.stringify(fields)}`)
  await renewNorms({ database, clock: () => now, log: { info: note, warn: note }, sizes }, signal)
  return messages
}

/** Passes statements of accounts through `around`. */
function intercept(around: (sql: Sql, text: string, values: readonly unknown[]) => Promise<void>): Database {
  return {
    ...db.database,
    inAccount: (id, work, options) =>
      db.database.inAccount(
        id,
        (sql) =>
          work({
            ...sql,
            async rows(text, values = []) {
              await around(sql, text, values)
              return sql.rows(text, values)
            },
            async row(text, values = []) {
              await around(sql, text, values)
              return sql.row(text, values)
            },
          }),
        options,
      ),
  }
}

describe('a norm that is made in pieces', () => {
  test('reads in each statement no more rows than a piece has, and is the one of all people at once', async () => {
    let most = 0
    let statements = 0
    const database = intercept(async (sql, text, values) => {
      if (!/from profile\b/.test(text)) return
      statements += 1
      await sql.run('set local enable_seqscan = off')
      const [row] = await sql.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
        `explain (analyze, format json) ${text}`,
        values,
      )
      most = Math.max(most, ...(row ? rowsRead(row['QUERY PLAN'][0].Plan) : []))
    })
    const messages = await renew(database)
    expect(messages.filter((message) => !message.startsWith('norms: people summed up'))).toEqual([
      `norms: renewed one {"accountId":"${accountId}","people":${peopleCount}}`,
    ])
    expect(await norms()).toEqual([{ n: peopleCount, cells: cellsOfAll() }])
    expect(statements).toBeGreaterThan(peopleCount / sizes.summed)
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(sizes.counted)
    expect(await progress()).toEqual([])
  })

  test('continues after a restart where it was, with the same result to the last digit', async () => {
    await db.admin('delete from local_norm')
    const stop = new AbortController()
    let windows = 0
    const stopped = intercept(async (_sql, text) => {
      if (!text.includes('squares') || ++windows < 17) return
      stop.abort()
    })
    await renew(stopped, stop.signal)
    expect([await norms(), await progress()]).toEqual([[], [{ people: 200 }]])
    let summed = 0
    const counting = intercept(async (_sql, text) => {
      if (text.includes('squares')) summed += 1
    })
    const messages = await renew(counting)
    expect(messages[0]).toContain('continuing where an earlier run ended')
    expect(summed).toBe((peopleCount - 200) / sizes.summed)
    expect(await norms()).toEqual([{ n: peopleCount, cells: cellsOfAll() }])
    expect(await progress()).toEqual([])
  })

  test('does not continue after a day, and leaves no sums behind', async () => {
    await db.admin('delete from local_norm')
    await db.admin(`insert into norm_progress select $1, '2026-11-20T08:00:00Z', $2, '1', $3, 200, '{}'`, [
      accountId,
      focusForm.id,
      people[0]?.id,
    ])
    const messages = await renew(db.database)
    expect(messages.join()).not.toContain('continuing')
    expect(await norms()).toEqual([{ n: peopleCount, cells: cellsOfAll() }])
    expect(await progress()).toEqual([])
  })

  test('is not counted further than its decision needs', async () => {
    let counted = 0
    const database = intercept(async (_sql, text) => {
      if (text.startsWith('select count(*)')) counted += 1
    })
    await renew(database)
    expect(counted).toBe(Math.ceil(peopleCount / sizes.counted))
    counted = 0
    await renew(database, undefined, new Date('2026-12-22T09:00:00Z'))
    expect(counted).toBe(200 / sizes.counted)
    expect(await norms()).toHaveLength(2)
  })
})

type PlanNode = {
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: PlanNode[]
} & Record<string, unknown>

/** The rows that each scan of a table read, those that it discarded included. */
function rowsRead(node: PlanNode): number[] {
  const discarded = Number(node['Rows Removed by Filter'] ?? 0)
  const own = node['Relation Name'] ? [(node['Actual Rows'] + discarded) * node['Actual Loops']] : []
  return [...own, ...(node.Plans ?? []).flatMap(rowsRead)]
}

/** Computed from all people in one pass, without the database. */
function cellsOfAll() {
  const sums: Record<string, RawSums> = {}
  const add = (name: string, { raw }: { raw: number }) => {
    const { n, sum, squares } = sums[name] ?? { n: 0, sum: 0, squares: 0 }
    sums[name] = { n: n + 1, sum: sum + raw, squares: squares + raw * raw }
  }
  for (const { scores } of people)
    for (const [trait, { facets, ...own }] of Object.entries(scores.focus as FocusResult)) {
      add(trait, own)
      for (const [facet, score] of Object.entries(facets)) add(facet, score)
    }
  return localCells(sums, focusForm, focusNorm)
}
