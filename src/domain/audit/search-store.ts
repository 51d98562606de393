import type { ActorKind } from '../../contract/actor.ts'
import type { RowRange } from '../../contract/pagination.ts'
import type { Sql } from '../../contract/ports.ts'
import type { ChainedEntry } from './chain.ts'
import { findPage, findSlices } from './index-store.ts'

/** An entry as the API returns it. */
export type ReadEntry = Omit<ChainedEntry, 'accountId' | 'changes' | 'actorKind'> & {
  actorKind: ActorKind
  changes: Record<string, unknown>
  hash: Buffer
}

type EntryFilters = {
  action?: string | undefined
  actorId?: string | undefined
  clientId?: string | undefined
  targetType?: string | undefined
  targetId?: string | undefined
  after?: string | undefined
  before?: string | undefined
}

/** A page at an offset, or after the entry with this number. */
type EntryPage = RowRange & { after?: number | undefined }

/** One page of an account's entries, newest first, and the total count. */
export async function searchEntries(
  sql: Sql,
  accountId: string,
  filters: EntryFilters,
  { limit, offset, after }: EntryPage,
): Promise<{ rows: ReadEntry[]; total: number }> {
  const values: unknown[] = [accountId]
  const conditions = ['account_id = $1']
  for (const [name, condition] of Object.entries(entryConditions)) {
    const value = filters[name as keyof EntryFilters]
    if (value !== undefined) conditions.push(`${condition} $${values.push(value)}`)
  }
  if (conditions.length === 1) return listEntries(sql, accountId, { limit, offset, after })
  const page = { limit, offset, after }
  const indexed = await searchByIndex(sql, accountId, filters, { conditions, bound: values }, page)
  if (indexed) return indexed
  const from = `from audit_entry where ${conditions.join(' and ')}`
  const next = values.length + 1
  const [rows, counted] = await Promise.all([
    sql.rows<ReadEntry>(
      `select ${entryColumns} ${from}${after ? ` and seq < $${next + 2}` : ''}
        order by seq desc limit $${next} offset $${next + 1}`,
      [...values, limit, offset, ...(after ? [after] : [])],
    ),
    sql.row<{ total: number }>(`select count(*)::integer as total ${from}`, values),
  ])
  return { rows, total: counted?.total ?? 0 }
}

const entryColumns = `id, seq, at, actor_kind as "actorKind", actor_id as "actorId", client_id as "clientId", action,
  target_type as "targetType", target_id as "targetId", request_id as "requestId", changes, hash`

/** The same without filters. Entries are numbered without gaps, so their numbers tell the total and where a page begins. */
async function listEntries(
  sql: Sql,
  accountId: string,
  { limit, offset, after }: EntryPage,
): Promise<{ rows: ReadEntry[]; total: number }> {
  const last = '(select max(seq) from audit_entry where account_id = $1)'
  const [rows, newest] = await Promise.all([
    sql.rows<ReadEntry>(
      `select ${entryColumns} from audit_entry
        where account_id = $1 and seq ${after ? '< $3::bigint' : `<= ${last} - $3::bigint`}
        order by seq desc limit $2`,
      [accountId, limit, after ?? offset],
    ),
    sql.row<{ total: number }>(`select coalesce(${last}, 0)::integer as total`, [accountId]),
  ])
  return { rows, total: newest?.total ?? 0 }
}

/** The same by the index of a long log; undefined if all entries must be read. A target has few entries of its own. */
async function searchByIndex(
  sql: Sql,
  accountId: string,
  filters: EntryFilters,
  rows: { conditions: readonly string[]; bound: readonly unknown[] },
  page: EntryPage,
): Promise<{ rows: ReadEntry[]; total: number } | undefined> {
  const { action, actorId, clientId, targetType, targetId, after, before } = filters
  if (targetId !== undefined) return undefined
  const named = { action, actor: actorId, client: clientId, target: targetType }
  const values = Object.entries(named).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}:${value}`],
  )
  const slices = await findSlices(sql, accountId, values)
  if (slices === 0) return undefined
  const { numbers, total } = await findPage(sql, accountId, { values, ...rows, after, before }, slices, page)
  const found = await sql.rows<ReadEntry>(
    `select ${entryColumns} from audit_entry where account_id = $1 and seq = any($2::bigint[]) order by seq desc`,
    [accountId, numbers],
  )
  return { rows: found, total }
}

const entryConditions: Record<keyof EntryFilters, string> = {
  action: 'action =',
  actorId: 'actor_id =',
  clientId: 'client_id =',
  targetType: 'target_type =',
  targetId: 'target_id =',
  after: 'at >=',
  before: 'at <=',
}
