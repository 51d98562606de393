import { expect, vi } from 'vitest'
import type { Sql } from '../../src/contract/ports.ts'
import type { TestDatabase } from './database.ts'

/** A step of a plan, as `explain (format json)` has it. */
export type PlanNode = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: PlanNode[]
}

/**
 * All steps of the plans of what `work` sends in an account, under its row security. Tables of tests are so small that
 * reading them as a whole would be cheapest, so that is done only where no index is of use.
 */
export function planNodesOf(
  db: TestDatabase,
  accountId: string,
  work: (sql: Sql) => Promise<unknown>,
): Promise<PlanNode[]> {
  return db.database.inAccount(accountId, (sql) => explainAll(sql, work))
}

/** Likewise, of what is sent for all accounts. */
export function systemPlanNodesOf(
  db: TestDatabase,
  work: (sql: Sql) => Promise<unknown>,
): Promise<PlanNode[]> {
  return db.database.inSystem((sql) => explainAll(sql, work))
}

async function explainAll(sql: Sql, work: (sql: Sql) => Promise<unknown>): Promise<PlanNode[]> {
  const sent: { text: string; values: readonly unknown[] }[] = []
  const note = (text: string, values: readonly unknown[] = []) => void sent.push({ text, values })
  await work({
    ...sql,
    rows(text, values) {
      note(text, values)
      return sql.rows(text, values)
    },
    row(text, values) {
      note(text, values)
      return sql.row(text, values)
    },
    run(text, values) {
      note(text, values)
      return sql.run(text, values)
    },
  })
  await sql.run('set local enable_seqscan = off')
  await sql.run('set local enable_bitmapscan = off')
  const nodes: PlanNode[] = []
  for (const { text, values } of sent) {
    const [row] = await sql.rows<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
      `explain (format json) ${text}`,
      values,
    )
    if (row) nodes.push(...nodesIn(row['QUERY PLAN'][0].Plan))
  }
  return nodes
}

function nodesIn(node: PlanNode): PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesIn)]
}

/**
 * Vacuums until an index alone can answer for every page of the table. What runs beside it may still see older rows, and then the planner reads the rows
 * themselves.
 */
export async function vacuum(db: TestDatabase, table: string): Promise<void> {
  const look = async () => {
    await db.admin(`vacuum analyze ${table}`)
    const found = await db.admin(
      'select relallvisible = relpages as visible from pg_class where oid = $1::regclass',
      [table],
    )
    expect(found).toEqual([{ visible: true }])
  }
  await vi.waitFor(look, { timeout: 60_000, interval: 100 })
}
