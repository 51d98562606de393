import type { Sql } from '../../contract/ports.ts'
import { slotsPerSlice, sorts } from './sort.ts'
import { sliceLookup, valuesOfProfile } from './store.ts'
import { countWordFaults } from './words-store.ts'

/** Differences between an index and its unmarked profiles; all zero if they agree. */
export type IndexFaults = {
  /** Profiles without a place, or in the slice of another key. */
  misplaced: number
  /** Rows of bits that differ from the values of the slice's profiles. */
  bits: number
  /** By how many the number of people differs from the number of profiles. */
  people: number
  /** Words of names that are missing, or that nobody has. */
  words: number
}

/** Compares the index of an account with its profiles, in one transaction that only reads. */
export async function checkIndex(sql: Sql, accountId: string): Promise<IndexFaults> {
  const faults: IndexFaults = {
    misplaced: 0,
    bits: 0,
    people: await peopleFault(sql, accountId),
    words: await countWordFaults(sql, accountId),
  }
  for (const sort of Object.values(sorts)) {
    const misplaced = await sql.row<{ count: number }>(
      `select count(*)::integer as count from profile left join profile_place place
           on place.account_id = profile.account_id and place.profile_id = profile.id
        where profile.account_id = $1 and ${unmarked('profile.id')}
          and place.${sort.place} / ${slotsPerSlice} is distinct from ${sliceLookup(sort)}`,
      [accountId],
    )
    faults.misplaced += misplaced?.count ?? 0
    const slices = await sql.rows<{ slice: number }>(
      `select slice from profile_slice where account_id = $1 and sort = $2
       union select slice from profile_bits where account_id = $1 and sort = $2`,
      [accountId, sort.number],
    )
    for (const { slice } of slices) {
      const row = await sql.row<{ count: number }>(sliceFaults(sort.number, sort.place), [accountId, slice])
      faults.bits += row?.count ?? 0
    }
  }
  return faults
}

async function peopleFault(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.row<{ difference: number }>(
    `select (people + (select coalesce(sum(delta), 0) from profile_change where account_id = $1)
        - (select count(*) from profile where account_id = $1))::integer as difference
       from profile_index where account_id = $1`,
    [accountId],
  )
  return Math.abs(row?.difference ?? 0)
}

function unmarked(id: string): string {
  return `not exists (select from profile_change mark where mark.account_id = $1 and mark.profile_id = ${id})`
}

/** Bits of deleted tags are ignored, because no list reads them. */
function sliceFaults(sort: number, place: string): string {
  const none = `B'0'::bit(${slotsPerSlice})`
  const bit = `set_bit(${none}, place.${place} % ${slotsPerSlice}, 1)`
  return `with own as materialized (
      select place.profile_id, ${bit} as bit from profile_place place
       where place.account_id = $1 and place.${place} >= $2::integer * ${slotsPerSlice}
         and place.${place} < ($2::integer + 1) * ${slotsPerSlice}
    ), hidden as (
      select coalesce(bit_or(bit), ${none}) as bits from own where not ${unmarked('own.profile_id')}
    ), want as (
      select held.value, bit_or(own.bit) as bits
        from own join profile on profile.account_id = $1 and profile.id = own.profile_id
        cross join ${valuesOfProfile}
       where ${unmarked('own.profile_id')} group by 1
    ), have as (
      select value, profile_bits.bits & ~hidden.bits as bits from profile_bits cross join hidden
       where account_id = $1 and sort = ${sort} and slice = $2
         and (value not like 'tag:%'
           or exists (select from tag where tag.account_id = $1 and tag.id = substr(profile_bits.value, 5)))
    )
    select count(*)::integer as count from want full join have using (value)
     where coalesce(want.bits, ${none}) <> coalesce(have.bits, ${none})`
}
