import { expect, test } from 'vitest'
import { insertLiveAccount } from '../../../test/support/completed-people.ts'
import { createTestDatabase } from '../../../test/support/database.ts'
import type { Sql } from '../../contract/ports.ts'
import { takeMarks } from './store.ts'

type Node = {
  'Node Type': string
  'Actual Loops': number
  'Actual Rows': number
  'Rows Removed by Join Filter'?: number
  'Rows Removed by Filter'?: number
  Plans?: Node[]
}

const nodesIn = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(nodesIn)]
const examined = (node: Node) =>
  node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) +
  (node['Rows Removed by Join Filter'] ?? 0)

test('the first of many marks are taken as a range, without a join whose order would depend on their number when it was planned', async () => {
  const db = await createTestDatabase()
  const accountId = await insertLiveAccount(db)
  await db.admin('insert into profile_index (account_id) values ($1)', [accountId])
  const [marks, limit] = [20_000, 1_000]
  await db.database.inAccount(accountId, async (sql) => {
    let text = ''
    const rows: Sql['rows'] = async (sent) => {
      text = sent
      return []
    }
    await takeMarks({ ...sql, rows }, accountId, limit)
    await sql.run(`set local plan_cache_mode = force_generic_plan`)
    await sql.run(`prepare marks (text, integer) as ${text}`)
    await sql.run(`execute marks ('${accountId}', ${limit})`)
    await sql.run(
      `insert into profile_change (account_id, profile_id, change, delta)
       select $1, lpad(to_hex(n / 2), 24, '0'), n, n % 2 from generate_series(1, $2::integer) as n`,
      [accountId, marks],
    )
    const [row] = await sql.rows<{ 'QUERY PLAN': [{ Plan: Node }] }>(
      `explain (analyze, format json) execute marks ('${accountId}', ${limit})`,
    )
    const nodes = nodesIn(row?.['QUERY PLAN'][0].Plan as Node)
    expect(nodes.map((node) => node['Node Type']).filter((type) => /Loop|Join/.test(type))).toEqual([])
    expect(Math.max(...nodes.map(examined))).toBeLessThanOrEqual(marks)
  })
  const left = await db.admin<{ count: number }>('select count(*)::int as count from profile_change')
  // The first person has one mark, the others two.
  expect(left).toEqual([{ count: marks - 2 * limit + 1 }])
})
