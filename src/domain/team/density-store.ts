import { clearOfMidline } from '../../charts/midline.ts'
import { cellSize, cellsPerSide, directionCount, farthestPoint } from '../../charts/team-grid.ts'
import type { Sql } from '../../contract/ports.ts'
import type { Level } from '../../scoring/results.ts'
import { chosenByHash, valuesByHash } from './chosen-store.ts'
import type { TeamSelection } from './store.ts'

/** Counts of a large team, made by the database: what is returned doesn't grow with the team. Writes nothing. */

/** So many people are read; of a larger team, a sample. */
const mostCountedPeople = 10_000

export type LargeTeamCounts = {
  profiles: number
  results: number
  /** People with results whose answers need caution. */
  doubtful: number
  isSample: boolean
}

/** People by cell between the letters, by direction and by first letter, which is empty where none stands out. */
export type DiscCounts = {
  cells: { column: number; row: number; count: number }[]
  directions: { direction: number; count: number }[]
  letters: { letter: string; count: number }[]
}

/** People with the same score on a trait: as many as the sums of a form's answers allow, so few for any team. */
export type TraitCount = {
  trait: string
  t: number
  sem: number
  score: number
  level: Level
  count: number
}

/** How many people have each value among the first five, and how many have any. */
export type ValueCounts = { people: number; values: { key: string; count: number }[] }

export type LargeTeamFigures = LargeTeamCounts & {
  disc: DiscCounts
  traits: TraitCount[]
  core: ValueCounts
}

/** Everything that is drawn of a large team. Row security limits it to people whom the caller may see, as any list. */
export async function readLargeTeam(
  sql: Sql,
  accountId: string,
  chosen: TeamSelection,
  most = mostCountedPeople,
): Promise<LargeTeamFigures> {
  const { values, ofEachTag } = valuesByHash(accountId, chosen)
  const people = peopleOf(most)
  return {
    ...(await countPeople(sql, people, { values: [...values, ofEachTag], most })),
    disc: await countPlaces(sql, people, values),
    traits: await countTraits(sql, people, values),
    core: await countValues(sql, people, values),
  }
}

/** One more is found than is read, which says whether the team is larger. */
const peopleOf = (
  most: number,
) => `found as materialized (${chosenByHash(most + 1)}), person as materialized (
  select profile.account_id, profile.id, profile.attempt, profile.quality from profile
   where profile.account_id = $1
     and profile.id = any($2::text[] || array(select profile_id from found limit ${most})))`

/** The results of an assessment in the people's current attempts. A sheet that could not be scored has a reason instead. */
const resultsOf = (assessment: string) => `person join result
  on result.account_id = $1 and result.profile_id = person.id and result.attempt = person.attempt
 and result.assessment = '${assessment}'`
const unscored = `'{"unscored"%'`

/**
 * A word of a result by its name, which is unique in the text before the lists. Results are written without blanks and
 * with the numbers of a trait before its facets. Parsing whole documents would take five times as long.
 */
const wordOf = (name: string, text: string) => `split_part(split_part(${text}, '"${name}":"', 2), '"', 1)`

async function countPeople(
  sql: Sql,
  people: string,
  { values, most }: { values: readonly unknown[]; most: number },
): Promise<LargeTeamCounts> {
  const row = await sql.row<LargeTeamCounts>(
    `with ${people}, answered as materialized (
       select quality from person where exists (select from result
         where result.account_id = $1 and result.profile_id = person.id and result.attempt = person.attempt
           and result.result::text not like ${unscored}))
     select (select count(*)::integer from person) as profiles,
            (select count(*)::integer from answered) as results,
            (select count(*)::integer from answered where quality ->> 'outcome' <> 'ok') as doubtful,
            (select count(*) from found) > ${most} or exists (
              select from unnest($3::text[]) as chosen (tag_id) cross join lateral (
                select from profile_tag link
                 where link.account_id = $1 and link.tag_id between chosen.tag_id and chosen.tag_id
                 order by link.tag_id, link.profile_id offset $6 limit 1) as further) as "isSample"`,
    values,
  )
  return row ?? { profiles: 0, results: 0, doubtful: 0, isSample: false }
}

/** A place is the one that the map draws (`teamPoint`), which is at most 45 points from the middle. */
async function countPlaces(sql: Sql, people: string, values: readonly unknown[]): Promise<DiscCounts> {
  const cell = (points: string) =>
    `least(${cellsPerSide - 1}, greatest(${-cellsPerSide}, floor(${points} * inside / ${cellSize})))::integer`
  const rows = await sql.rows<{
    column: number | null
    row: number | null
    direction: number | null
    letter: string | null
    count: number
  }>(
    `with ${people}, score as (
       select style, d, i, s, c, (i + s - (d + c)) / 2 as across, (d + i - (s + c)) / 2 as up
         from ${resultsOf('disc')}
        cross join lateral json_to_record(result.result)
           as score (style text, d float8, i float8, s float8, c float8)
        where d is not null
     ), place as (
       select score.*, degrees(atan2(up, across)) as angle,
              case when across ^ 2 + up ^ 2 > ${farthestPoint ** 2}
                then ${farthestPoint} / sqrt(across ^ 2 + up ^ 2) else 1 end as inside from score
     ), counted as materialized (
       select ${cell('across')} as "column", ${cell('up')} as "row",
              (floor((angle - 360 * floor(angle / 360)) / ${360 / directionCount}))::integer % ${directionCount} as direction,
              case when greatest(d, i, s, c) - 50 < ${clearOfMidline} then '' else left(style, 1) end as letter
         from place
     )
     select "column", "row", direction, letter, count(*)::integer as count from counted
      group by grouping sets (("column", "row"), (direction), (letter))`,
    values,
  )
  return {
    cells: rows.flatMap(({ column, row, count }) =>
      column === null || row === null ? [] : [{ column, row, count }],
    ),
    directions: rows.flatMap(({ direction, count }) => (direction === null ? [] : [{ direction, count }])),
    letters: rows.flatMap(({ letter, count }) => (letter === null ? [] : [{ letter, count }])),
  }
}

/** What comes before the facets of a trait is the same text for everyone with the same score, and parsed once. */
async function countTraits(sql: Sql, people: string, values: readonly unknown[]): Promise<TraitCount[]> {
  const rows = await sql.rows<{ own: string; count: number }>(
    `with ${people}
     select own, count(*)::integer as count from (
       select split_part(trait, ',"facets":', 1) as own from ${resultsOf('focus')}
        cross join lateral string_to_table(result.result::text, '}},"') as trait
     ) as score where own not like ${unscored} group by own`,
    values,
  )
  return rows.flatMap(({ own, count }) => {
    const traits: Record<string, Omit<TraitCount, 'trait' | 'count'>> = JSON.parse(
      `${own.startsWith('{') ? '' : '{"'}${own}}}`,
    )
    return Object.entries(traits).map(([trait, { t, sem, score, level }]) => ({
      trait,
      t,
      sem,
      score,
      level,
      count,
    }))
  })
}

async function countValues(sql: Sql, people: string, values: readonly unknown[]): Promise<ValueCounts> {
  const rows = await sql.rows<{ key: string | null; count: number }>(
    `with ${people}, ranked as materialized (
       select array[${['first', 'second', 'third', 'fourth', 'fifth'].map((place) => wordOf(place, 'text.five')).join(', ')}] as five
         from ${resultsOf('core')} cross join lateral (select split_part(result.result::text, ',"ranked":', 1) as five offset 0) as text
        where text.five not like ${unscored}
     )
     select null as key, count(*)::integer as count from ranked
      union all
     select key, count(*)::integer from ranked cross join lateral unnest(five) as key group by key`,
    values,
  )
  return {
    people: rows.find(({ key }) => key === null)?.count ?? 0,
    values: rows.flatMap(({ key, count }) => (key === null ? [] : [{ key, count }])),
  }
}
