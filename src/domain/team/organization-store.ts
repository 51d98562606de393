import type { Sql } from '../../contract/ports.ts'
import { chosenByHash, valuesByHash } from './chosen-store.ts'
import type { TeamSelection } from './store.ts'

/** Figures of one trait over a group of people: T scores of their current attempts. */
export type TraitMoments = {
  trait: string
  n: number
  mean: number
  /** The standard deviation; null for one person. */
  sd: number | null
  low: number
  middle: number
  high: number
}

/** People with a Focus result: those whose answers are reliable enough, with figures by trait, and how many others. */
export type GroupFigures = { n: number; leftOut: number; isSample: boolean; traits: TraitMoments[] }

/** The figures of a team. Of more than `mostRead` people, those of a sample. */
export function readTeamFigures(sql: Sql, accountId: string, chosen: TeamSelection): Promise<GroupFigures> {
  const people = `select profile.id, profile.attempt, profile.quality from profile
    where profile.account_id = $1 and profile.id = any($2::text[] || array(${chosenByHash(mostLooked)}))`
  const { values, ofEachTag } = valuesByHash(accountId, chosen)
  return readFigures(sql, people, { values, most: Math.min(mostLooked, ofEachTag) })
}

/**
 * The figures of everyone on the account. Of large accounts, which have an index of profiles, those of people at evenly
 * spaced places in the order of their creation: as many people are read however large the account is.
 */
export async function readAccountFigures(sql: Sql, accountId: string): Promise<GroupFigures> {
  const step = await findStep(sql, accountId)
  if (step !== undefined) {
    const people = `select profile.id, profile.attempt, profile.quality
      from profile_slice slice
      cross join lateral generate_series((slice.slice * 7) % $2::integer, slice.used - 1, $2::integer) as slot
      join profile_place place on place.account_id = $1 and place.by_creation = slice.slice * 2048 + slot
      join profile on profile.account_id = $1 and profile.id = place.profile_id
     where slice.account_id = $1 and slice.sort = 1`
    const figures = await readFigures(sql, people, { values: [accountId, step], most: mostLooked })
    return { ...figures, isSample: true }
  }
  const people = `select id, attempt, quality from profile where account_id = $1 limit ${mostUnindexed}`
  return readFigures(sql, people, { values: [accountId], most: mostUnindexed })
}

/** People that are looked at, and of those how many results are read. */
const mostLooked = 2_000
const mostRead = 500
/** An account has an index from 2,000 people on; this bounds what is read until it is built. */
const mostUnindexed = 20_000

/** Every how manieth place is read, if the account has a finished index with more people than are looked at. */
async function findStep(sql: Sql, accountId: string): Promise<number | undefined> {
  const row = await sql.row<{ used: number }>(
    `select sum(slice.used)::integer as used from profile_index
       join profile_slice slice on slice.account_id = profile_index.account_id and slice.sort = 1
      where profile_index.account_id = $1 and profile_index.ready`,
    [accountId],
  )
  const used = row?.used ?? 0
  return used > mostLooked ? Math.ceil(used / mostLooked) : undefined
}

/**
 * Answers that are unreliable are left out and counted. Which people are read doesn't depend on when they were added:
 * their order is that of a hash of their ids. An answer sheet that couldn't be scored has a reason in place of traits. With `most`
 * people there may be more, of whom these are a sample.
 */
async function readFigures(
  sql: Sql,
  people: string,
  { values, most }: { values: readonly unknown[]; most: number },
): Promise<GroupFigures> {
  const rows = await sql.rows<TraitMoments & { leftOut: number; read: number; looked: number }>(
    `with person as materialized (${people}),
     counted as materialized (
       select result.result from person join result
           on result.account_id = $1 and result.profile_id = person.id and result.attempt = person.attempt
          and result.assessment = 'focus'
        where person.quality ->> 'outcome' is distinct from 'invalid'
        order by hashtext(person.id::text) limit ${mostRead}
     ), scores as (
       select scale.key as trait, (scale.value ->> 't')::float8 as t, scale.value ->> 'level' as level
         -- Parsed once, after the limit; plain json would be parsed again for each trait.
         from counted, jsonb_each(counted.result::jsonb) as scale where scale.key <> 'unscored'
     )
     select trait, count(*)::integer as n, avg(t) as mean, stddev_samp(t) as sd,
            (count(*) filter (where level in ('veryLow', 'low')))::integer as low,
            (count(*) filter (where level = 'baseline'))::integer as middle,
            (count(*) filter (where level in ('high', 'veryHigh')))::integer as high,
            (select count(*)::integer from person where quality ->> 'outcome' = 'invalid') as "leftOut",
            (select count(*)::integer from counted) as read, (select count(*)::integer from person) as looked
       from scores group by trait`,
    values,
  )
  const traits = rows.map(({ leftOut: _, read: __, looked: ___, ...trait }) => trait)
  const { leftOut = 0, read = 0, looked = 0 } = rows[0] ?? {}
  return {
    n: traits.length > 0 ? Math.min(...traits.map(({ n }) => n)) : 0,
    leftOut,
    isSample: read >= mostRead || looked >= most,
    traits,
  }
}
