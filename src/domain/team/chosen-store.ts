import type { TeamSelection } from './store.ts'

/**
 * The people of tags and saved teams, in the order of a hash of their ids, which has nothing to do with when they were
 * added: of more than `limit`, a sample. Of tags with very many people only those who were added first and last are
 * looked at, because the index has no other order: sorting everyone would cost more the larger the account is. `between`
 * keeps the planner to that index: with `=` it may read everyone on the account in the order of their ids. Takes
 * `valuesByHash`.
 */
export function chosenByHash(limit: number): string {
  return `select profile_id from (
    select tagged.profile_id from unnest($3::text[]) as chosen (tag_id) cross join lateral (
        (select link.profile_id::text from profile_tag link
          where link.account_id = $1 and link.tag_id between chosen.tag_id and chosen.tag_id
          order by link.tag_id, link.profile_id limit $5)
         union all
        (select link.profile_id::text from profile_tag link
          where link.account_id = $1 and link.tag_id between chosen.tag_id and chosen.tag_id
          order by link.tag_id desc, link.profile_id desc limit $5)
      ) as tagged
     union
    select profile_id::text from saved_team_person where account_id = $1 and team_id = any($4::text[])
  ) as found order by hashtext(profile_id), profile_id limit ${limit}`
}

/** The values of `$1` to `$5`, and how many entries of each tag are looked at at least. */
export function valuesByHash(
  accountId: string,
  { profileIds = [], tagIds = [], savedTeamIds = [] }: TeamSelection,
): { values: unknown[]; ofEachTag: number } {
  const ofEachTag = Math.floor(mostTagged / Math.max(1, tagIds.length))
  return { values: [accountId, profileIds, tagIds, savedTeamIds, Math.ceil(ofEachTag / 2)], ofEachTag }
}

/** Entries of all chosen tags together, of which the people who are looked at are taken. */
const mostTagged = 100_000
