import type { Sql } from '../../contract/ports.ts'
import { slotsPerSlice } from './sort.ts'

/**
 * The number of profiles with each of these tags, from the bits of the index and the rows of changed profiles. Without
 * an index, from all rows. Tags without profiles are missing.
 */
export async function countProfilesByTag(
  sql: Sql,
  accountId: string,
  tagIds: readonly string[],
): Promise<Map<string, number>> {
  if (tagIds.length === 0) return new Map()
  const isReady = await sql.row('select 1 from profile_index where account_id = $1 and ready', [accountId])
  const rows = await sql.rows<{ id: string; count: number }>(isReady ? byIndex : byRows, [accountId, tagIds])
  return new Map(rows.map(({ id, count }) => [id, count]))
}

const byRows = `select tag_id as id, count(*)::integer as count from profile_tag
    where account_id = $1 and tag_id = any($2::text[]) group by tag_id`

/** As an array, so that the planner reads these few by their keys. */
const changedIds = 'array(select distinct profile_id::text from profile_change where account_id = $1)'

/** The bits in the order of ids, which is number 3. */
const byIndex = `with hidden as materialized (
    select place.by_id / ${slotsPerSlice} as slice,
           ~bit_or(set_bit(B'0'::bit(${slotsPerSlice}), place.by_id % ${slotsPerSlice}, 1)) as others
      from profile_place place
     where place.account_id = $1 and place.by_id is not null and place.profile_id = any(${changedIds})
     group by 1
  ), counted as (
    select substr(value, 5) as id,
           sum(bit_count(case when hidden.others is null then bits else bits & hidden.others end)) as count
      from profile_bits left join hidden using (slice)
     where account_id = $1 and sort = 3
       and value = any(array(select 'tag:' || tag_id from unnest($2::text[]) as tag_id))
     group by 1
    union all
    select tag_id, count(*) from profile_tag
     where account_id = $1 and tag_id = any($2::text[]) and profile_id = any(${changedIds})
     group by 1
  )
  select id, sum(count)::integer as count from counted group by id`
