import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { sorts } from './sort.ts'
import { listTargets } from './store.ts'

type Node = { 'Relation Name'?: string; 'Actual Loops': number; Plans?: Node[] }

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]

test.each(Object.values(sorts))(
  'changed people are read once for $place, and not once for each slice',
  async (sort) => {
    const db = await createTestDatabase()
    const accountId = await insertLiveAccount(db)
    await db.admin(
      `insert into profile (account_id, id, created_at, updated_at, email, state, available_assessments, doc)
     select $1, lpad(to_hex(n), 24, '0'), now(), now(), n || '@mail.test', 'pending', '{}', '{}'
       from generate_series(1, 3000) as n`,
      [accountId],
    )
    await db.admin('insert into profile_index (account_id) values ($1)', [accountId])
    await db.admin(
      `insert into profile_slice (account_id, sort, slice, key_at, key_name, key_id, used)
     select $1, $2, n, '-infinity', '', case when n = 0 then '' else lpad(to_hex(n * 100), 24, '0') end, 0
       from generate_series(0, 29) as n`,
      [accountId, sort.number],
    )
    await db.admin('analyze profile')
    const ids = Array.from({ length: 100 }, (_, index) => (30 * index + 1).toString(16).padStart(24, '0'))
    const found: Node[] = []
    await db.database.inAccount(accountId, async (sql) => {
      const explained: Sql = {
        ...sql,
        async rows<T>(text: string, values: readonly unknown[] = []) {
          const [row] = await sql.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
            `explain (analyze, format json) ${text}`,
            values,
          )
          if (row) found.push(...nodesIn(row['QUERY PLAN'][0].Plan))
          return sql.rows<T>(text, values)
        },
      }
      expect(await listTargets(explained, accountId, sort, ids)).toHaveLength(ids.length)
    })
    const reads = found.filter((node) => node['Relation Name'] === 'profile')
    expect(reads.map((node) => node['Actual Loops'])).toEqual([1])
  },
)
