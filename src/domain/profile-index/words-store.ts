import type { Sql } from '../../contract/ports.ts'

/**
 * The words of an account's names by their grams of three letters, for accounts with an index of profiles. Searches
 * compare only words that share enough grams with what was typed.
 */

/** Similar words of each search word. More would be of little use, and each reads all people who have it. */
const mostCandidates = 64

/** The words that a search forgives errors for have four letters or more, so the shortest similar one has three. */
const isWord = (word: string) => `length(${word}) >= 3`

/** A lateral table `own (gram)` of the grams of a word. One edit changes up to three of them. */
const gramsOf = (word: string) =>
  `lateral (select distinct substr(' ' || ${word} || ' ', at, 3) as gram from generate_series(1, length(${word})) as at) as own`

const changedIds = 'array(select distinct profile_id::text from profile_change where account_id = $1)'

/**
 * For each search word, the account's words within so many edits or with similar trigrams, the nearest first. Undefined
 * if the account's words aren't all there. Words of marked profiles may not be there yet, and are all compared.
 */
export async function findSimilarWords(
  sql: Sql,
  accountId: string,
  words: readonly string[],
  edits: readonly number[],
): Promise<{ place: number; token: string }[] | undefined> {
  const rows = await sql.rows<{ ready: boolean; place: number | null; token: string }>(similarWords, [
    accountId,
    words,
    edits,
    mostCandidates,
  ])
  if (!rows[0]?.ready) return undefined
  return rows.flatMap(({ place, token }) => (place === null ? [] : [{ place, token }]))
}

/** Frequent grams of a search word that are looked for in each word instead of reading all words that have them. */
const mostLookedFor = 4
const frequent = Array.from({ length: mostLookedFor }, (_, at) => ({ column: `frequent_${at}`, at: at + 1 }))

const isNear = (word: string) => `levenshtein_less_equal(${word}, wanted.word, wanted.edits) <= wanted.edits`
const isSimilar = (word: string) => `similarity(${word}, wanted.word) >= 0.5`

/**
 * A word within so many edits keeps all grams but three for each; one of similarity 0.5 half of them. A word that has none of
 * the rarer grams has too few of the others, so one less than are needed are only looked for in words with a rarer one.
 */
const similarWords = `select state.ready, found.place, found.word as token
  from (select coalesce((select ready from name_words where account_id = $1), false) as ready,
               (select frequent_grams from name_words where account_id = $1) as frequent) as state
  left join lateral (
    select (wanted.place - 1)::integer as place, near.word
      from unnest($2::text[], $3::integer[]) with ordinality as wanted (word, edits, place)
      cross join lateral (
        select held.grams, cardinality(held.grams) - 3 * wanted.edits as if_near, (cardinality(held.grams) + 2) / 2 - 1 as if_similar
          from (select array_agg(own.gram order by array_position(state.frequent, own.gram)) as grams
                  from ${gramsOf('wanted.word')}) as held
      ) as spelled
      cross join lateral (
        select spelled.if_near, spelled.if_similar, spelled.grams[looked.count + 1:] as rarer,
               ${frequent.map(({ column, at }) => `case when looked.count >= ${at} then spelled.grams[${at}] end as ${column}`).join(', ')}
          from (select case when state.frequent is null then 0
                       else greatest(least(spelled.if_near - 1, spelled.if_similar - 1, ${mostLookedFor}), 0) end as count
               ) as looked
        offset 0
      ) as typed
      cross join lateral (
        select known.word
          from (
            select shared.word
              from (
                select word, rarer + ${frequent.map(({ column }) => `coalesce((strpos(padded, typed.${column}) > 0)::integer, 0)`).join(' + ')} as count
                  from (select word, ' ' || word || ' ' as padded, count(*)::integer as rarer from name_gram
                         where account_id = $1 and gram = any(typed.rarer) group by word
                        -- So that each word is counted once, and only those with enough are compared.
                        offset 0) as rare
                offset 0) as shared
             where shared.count >= typed.if_near and ${isNear('shared.word')}
                or shared.count >= typed.if_similar and ${isSimilar('shared.word')}
            union
            select token from name_token
             where account_id = $1 and profile_id = any(${changedIds}) and ${isWord('token')}
               and (${isNear('token')} or ${isSimilar('token')})
          ) as known
         order by levenshtein_less_equal(known.word, wanted.word, wanted.edits),
                  similarity(known.word, wanted.word) desc, known.word
         limit $4
      ) as near
     where wanted.edits > 0
  ) as found on state.ready`

/** Inserts the words of `held (token)` that aren't there. The row of the word comes first, and so decides who inserts. */
const insertWordsOf = (held: string) => `added as (
    insert into name_word (account_id, word)
    select $1, token from ${held} where ${isWord('token')} order by 2 on conflict do nothing returning word
  ), spelled as (
    insert into name_gram (account_id, gram, word)
    select $1, own.gram, added.word from added cross join ${gramsOf('added.word')})`

/** The same for words that nobody has any more. */
const deleteWordsOf = (held: string) => `gone as (
    delete from name_word using ${held} where name_word.account_id = $1 and name_word.word = ${held}.token
    returning name_word.word
  ), unspelled as (
    delete from name_gram using gone cross join ${gramsOf('gone.word')}
     where name_gram.account_id = $1 and name_gram.gram = own.gram and name_gram.word = gone.word)`

/** Adds the words of these profiles, if the account keeps its words. Waits for who is removing one of them. */
export async function addWordsOf(sql: Sql, accountId: string, profileIds: readonly string[]): Promise<void> {
  await sql.run(
    `with held as (
       select distinct token from name_token where account_id = $1 and profile_id = any($2::text[])
          and exists (select from name_words where account_id = $1)
     ), ${insertWordsOf('held')} select`,
    [accountId, profileIds],
  )
}

/**
 * Removes the words that only this profile has, before it or its name is removed. If two profiles that alone have a
 * word are removed at the same moment, the word stays until `compareWords`.
 */
export function forgetWordsOf(sql: Sql, accountId: string, profileId: string): Promise<unknown> {
  return sql.run(
    `with held as (
       select token from name_token own where account_id = $1 and profile_id = $2
         and not exists (select from name_token other
           where other.account_id = $1 and other.token = own.token and other.profile_id <> $2)
     ), ${deleteWordsOf('held')} select`,
    [accountId, profileId],
  )
}

/** Accounts with a finished index whose words weren't compared within a day, or by an earlier release, in id order. Needs a system transaction. */
export async function listUncomparedAccounts(sql: Sql, after: string, limit: number): Promise<string[]> {
  const rows = await sql.rows<{ id: string }>(
    `select profile_index.account_id as id from profile_index
       left join name_words on name_words.account_id = profile_index.account_id
      where profile_index.account_id > $1 and profile_index.ready
        and (name_words.compared_at is null or name_words.compared_at < now() - interval '1 day'
             or name_words.frequent_grams is null)
      order by 1 limit $2`,
    [after, limit],
  )
  return rows.map(({ id }) => id)
}

/** Lets `addWordsOf` add words from here on. */
export async function insertWords(sql: Sql, accountId: string): Promise<void> {
  await sql.run('insert into name_words (account_id) values ($1) on conflict do nothing', [accountId])
}

/** Adds the next distinct words of the account's names, and returns the last one; undefined after all. */
export async function addNextWords(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const next = 'select token from name_token where account_id = $1'
  const row = await sql.row<{ last: string | null }>(
    `with recursive vocabulary as (
       (${next} and token > $2::text order by token limit 1)
       union all
       select (${next} and token > vocabulary.token order by token limit 1) from vocabulary
        where vocabulary.token is not null
     ), known as materialized (select token from vocabulary where token is not null limit $3),
     ${insertWordsOf('known')}
     select max(token) as last from known`,
    [accountId, after, limit],
  )
  return row?.last ?? undefined
}

/** Removes words that no profile has, of the next ones, and returns the last one looked at; undefined after all. */
export async function removeNextStrays(
  sql: Sql,
  accountId: string,
  after: string,
  limit: number,
): Promise<string | undefined> {
  const row = await sql.row<{ last: string | null }>(
    `with looked as materialized (
       select word from name_word where account_id = $1 and word > $2::text order by word limit $3
     ), stray as (
       select word as token from looked
        where not exists (select from name_token where account_id = $1 and token = looked.word)
     ), ${deleteWordsOf('stray')}
     select max(word) as last from looked`,
    [accountId, after, limit],
  )
  return row?.last ?? undefined
}

export async function markWordsCompared(sql: Sql, accountId: string): Promise<void> {
  await sql.run(
    `update name_words set ready = true, compared_at = now(), frequent_grams = array(
        select gram from name_gram where account_id = $1 group by gram having count(*) >= $3
         order by count(*) desc, gram limit $2)
      where account_id = $1`,
    [accountId, mostFrequent, leastWords],
  )
}

/** Grams beyond these are rare: each is in about one word of a thousand. */
const mostFrequent = 250

/** A gram of fewer words is not noted, so that nothing of the name of someone who is removed is kept. */
const leastWords = 20

/** Words of unmarked profiles that are missing, words that nobody has, and words with wrong grams. */
export async function countWordFaults(sql: Sql, accountId: string): Promise<number> {
  const row = await sql.row<{ count: number }>(
    `with spelled as (
       select word, array_agg(gram order by gram) as grams from name_gram where account_id = $1 group by word
     ), have as (
       select word, coalesce(spelled.grams, '{}') as grams
         from (select word from name_word where account_id = $1) as kept full join spelled using (word)
     ), want as (
       select held.token as word, array_agg(own.gram order by own.gram) as grams
         from (select distinct token from name_token where account_id = $1) as held
         cross join ${gramsOf('held.token')} where ${isWord('held.token')} group by 1
     )
     select count(*)::integer as count from want full join have using (word)
      where want.grams is distinct from have.grams
        and exists (select from name_words where account_id = $1 and ready)
        and not exists (select from name_token join profile_change mark using (account_id, profile_id)
          where name_token.account_id = $1 and name_token.token = word)`,
    [accountId],
  )
  return row?.count ?? 0
}
