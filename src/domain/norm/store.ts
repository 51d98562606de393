import type { Sql } from '../../contract/ports.ts'
import type { LocalCells, RawSums } from '../../scoring/local-norm.ts'

/** A stored local norm. `cells` are null in a row that says that too few people are left. */
export type StoredNorm = {
  id: string
  createdAt: string
  n: number
  form: string
  version: string
  generalNorm: string
  cells: LocalCells | null
}

export type NewNorm = Omit<StoredNorm, 'createdAt'> & {
  createdAt: Date
  weights: { mean: number; variance: number }
}

/** All accounts but sandboxes, in id order; only a system transaction sees them. */
export async function listNormAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select id from account where mode <> 'sandbox' and id > $1 order by id limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** The account's newest row: a norm, or the statement that there is none any more. */
export async function findNewestNorm(sql: Sql, accountId: string): Promise<StoredNorm | undefined> {
  return sql.row<StoredNorm>(
    `select id, created_at as "createdAt", n, form, version, general_norm as "generalNorm", cells from local_norm
      where account_id = $1 order by created_at desc, id desc limit 1`,
    [accountId],
  )
}

/** Norms are only ever added. False if the id is taken. */
export async function insertNorm(sql: Sql, accountId: string, norm: NewNorm): Promise<boolean> {
  const inserted = await sql.run(
    `insert into local_norm (account_id, id, created_at, n, form, version, general_norm, mean_weight,
        variance_weight, cells)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) on conflict do nothing`,
    [
      accountId,
      norm.id,
      norm.createdAt,
      norm.n,
      norm.form,
      norm.version,
      norm.generalNorm,
      norm.weights.mean,
      norm.weights.variance,
      norm.cells && JSON.stringify(norm.cells),
    ],
  )
  return inserted > 0
}

/**
 * The people of a norm between two ids: each once, with the Focus result of the current attempt, if the response quality
 * is ok. The limit keeps the planner from reading more results than there are profiles between the ids.
 */
const usable = `from profile cross join lateral (
    select result.result from result
     where result.account_id = profile.account_id and result.profile_id = profile.id
       and result.attempt = profile.attempt and result.assessment = 'focus' and result.form = $2
     limit 1) as focus
  where profile.account_id = $1 and profile.quality ->> 'outcome' = 'ok' and profile.id > $3 and profile.id <= $4`

export async function countUsableResults(
  sql: Sql,
  accountId: string,
  form: string,
  after: string,
  last: string,
): Promise<number> {
  const row = await sql.row<{ n: number }>(`select count(*)::integer as n ${usable}`, [
    accountId,
    form,
    after,
    last,
  ])
  return row?.n ?? 0
}

/** The last id of the next window of profiles; undefined after the last window. */
export async function endOfWindow(
  sql: Sql,
  accountId: string,
  after: string,
  size: number,
): Promise<string | undefined> {
  const row = await sql.row<{ last: string | null }>(
    `select max(id) as last from
       (select id from profile where account_id = $1 and id > $2 order by id limit $3) as chosen`,
    [accountId, after, size],
  )
  return row?.last ?? undefined
}

/** Sums of the raw scores of the people between two ids, by trait and facet. Computed in the database. */
export async function sumRawScores(
  sql: Sql,
  accountId: string,
  form: string,
  after: string,
  last: string,
): Promise<(RawSums & { name: string })[]> {
  return sql.rows(
    `with person as materialized (
       -- Parsed once; plain json would be parsed again for each scale.
       select focus.result::jsonb as result ${usable}
     ), trait as (
       select scale.key as name, scale.value as scores from person, jsonb_each(person.result) as scale
     ), raw as (
       select name, (scores ->> 'raw')::numeric as value from trait
        union all
       select facet.key, (facet.value ->> 'raw')::numeric from trait, jsonb_each(trait.scores -> 'facets') as facet
     )
     select name, count(*)::integer as n, sum(value) as sum, sum(value * value) as squares from raw group by name`,
    [accountId, form, after, last],
  )
}

/** A person's Focus result with the account's newest norm; undefined if either is missing. */
export async function findNormWithResult(
  sql: Sql,
  accountId: string,
  profile: { id: string; attempt: number },
): Promise<(StoredNorm & { result: unknown }) | undefined> {
  return sql.row(
    `select norm.id, norm.created_at as "createdAt", norm.n, norm.form, norm.version,
            norm.general_norm as "generalNorm", norm.cells, result.result
       from (select * from local_norm where account_id = $1 order by created_at desc, id desc limit 1) as norm
       join result on result.account_id = norm.account_id and result.profile_id = $2 and result.attempt = $3
        and result.assessment = 'focus' and result.form = norm.form
      where norm.cells is not null`,
    [accountId, profile.id, profile.attempt],
  )
}
