import type { Sql } from '../../contract/ports.ts'
import { peopleOfTeams } from '../account/store.ts'
import { findSimilarWords } from '../profile-index/words-store.ts'
import { neighborSwaps, searchTokens } from './name.ts'

type BindValue = (value: unknown) => string

/**
 * A search finds people by their name, or by the beginning of their email address, its domain, their phone number or
 * external ID. A search without any letter or digit is matched with names as plain text.
 */
export async function searchConditions(
  sql: Sql,
  accountId: string,
  { text: search, ofTeams }: { text: string; ofTeams?: boolean | undefined },
  bind: BindValue,
): Promise<string[]> {
  const plain = search.trim()
  if (plain === '') return []
  const { words, grams } = searchTokens(search)
  if (words.length === 0 && grams.length === 0) {
    const name = `coalesce(first_name, '') || ' ' || coalesce(last_name, '')`
    return [`strpos(${name}, ${bind(plain)}) > 0`]
  }
  const ways = [
    ...(plain.includes('@') ? [] : [await byName(sql, accountId, { words, grams, ofTeams }, bind)]),
    ...byAddress(plain, bind),
  ]
  // As an array: whatever the planner thinks of their number, it finds profiles by these ids.
  return [`profile.id = any(array(${ways.join(' union all ')}))`]
}

/**
 * How near the matches of a search are, as a query of `id` and `nearness`: 0 if each word is a word of the name, or the
 * text is an address, 1 if words or addresses begin with it. Matches that aren't in it are only similar. Each of its
 * parts is a range of an index that the search itself reads too. Undefined if all matches are equally near.
 */
export function searchNearness(text: string, bind: BindValue): string | undefined {
  const plain = text.trim()
  const { words, grams } = searchTokens(text)
  if (words.length === 0) return undefined
  const byName = (match: (word: string) => string) =>
    plain.includes('@') ? [] : [`(${[...words.map(match), ...grams.map(isToken(bind))].join(' intersect ')})`]
  const near = [
    ...byName(isToken(bind)),
    `select id::text from profile as written where account_id = $1 and email = ${bind(plain.toLowerCase())}`,
    `select resource_id::text from resource_alias
      where account_id = $1 and resource_type = 'profile' and consumer_key = ${bind(plain)}`,
  ]
  const beginning = [...byName(beginsToken(bind)), ...byAddress(plain, bind)]
  return `select id, min(nearness) as nearness from (
      select id, 0 as nearness from (${near.join(' union all ')}) as same (id)
      union all select id, 1 from (${beginning.join(' union all ')}) as begun (id)
    ) as ranked group by id`
}

const ofTokens = (condition: string) =>
  `select profile_id::text from name_token where account_id = $1 and ${condition}`

const isToken = (bind: BindValue) => (token: string) => ofTokens(`token = ${bind(token)}::text`)

const beginsToken = (bind: BindValue) => (word: string) => ofTokens(begins('token', word, bind))

/**
 * Every word of the search must match a word of the name, in any order. A word matches by prefix, with two neighboring
 * letters swapped, by a few edits depending on its length, or by shared trigrams.
 */
async function byName(
  sql: Sql,
  accountId: string,
  {
    words,
    grams,
    ofTeams,
  }: { words: readonly string[]; grams: readonly string[]; ofTeams?: boolean | undefined },
  bind: BindValue,
): Promise<string> {
  const meant = await similarTokens(sql, accountId, words, ofTeams)
  const each = [
    ...words.map((word, place) => {
      const beginning = beginsToken(bind)(word)
      const tokens = meant[place] ?? []
      if (tokens.length === 0) return beginning
      return `(${beginning} union all ${ofTokens(`token = any(${bind(tokens)}::text[])`)})`
    }),
    ...grams.map(isToken(bind)),
  ]
  return each.length === 1 ? (each[0] ?? '') : `(${each.join(' intersect ')})`
}

function byAddress(text: string, bind: BindValue): string[] {
  return [
    `select id::text from profile as written where account_id = $1 and ${begins('email', text.toLowerCase(), bind)}`,
    `select resource_id::text from resource_alias
      where account_id = $1 and resource_type = 'profile' and ${begins('consumer_key', text, bind)}`,
    ...byDomain(text, bind),
    ...byNumber(text, bind),
  ]
}

/**
 * Whether a column begins with a text, as a range of an index. Row security keeps `like` from being a condition of one, so
 * it would read everyone on the account.
 */
function begins(
  column: 'token' | 'email' | 'phone' | 'consumer_key',
  start: string,
  bind: BindValue,
): string {
  const inBytes = `${column} collate "C"`
  return `${inBytes} >= ${bind(start)}::text and ${inBytes} < ${bind(`${start}\u{10FFFF}`)}::text`
}

/** The beginning of what follows the @ of an address: “northwind.test” and “@north” find kofi@northwind.test. */
function byDomain(text: string, bind: BindValue): string[] {
  const domain = text.toLowerCase().replace(/^@/, '')
  const isDomain = domain !== '' && !/[\s@]/.test(domain) && (text.startsWith('@') || domain.includes('.'))
  if (!isDomain) return []
  const pattern = `%@${escapeLike(domain)}%`
  return [`select id::text from profile as mailed where account_id = $1 and email like ${bind(pattern)}`]
}

function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** A number with its country code by its beginning, one without by any part of it: “0151 234” finds +49 151 234 56. */
function byNumber(text: string, bind: BindValue): string[] {
  const number = text.replace(/[\s().\-/]/g, '').replace(/^00/, '+')
  if (!/^\+?\d{4,}$/.test(number)) return []
  const condition = number.startsWith('+')
    ? begins('phone', number, bind)
    : `phone like ${bind(`%${number.replace(/^0/, '')}%`)}`
  return [`select id::text from profile as called where account_id = $1 and ${condition}`]
}

/** For each search word, the similar words in this account's names that don't begin with it. */
async function similarTokens(
  sql: Sql,
  accountId: string,
  words: readonly string[],
  ofTeams: boolean | undefined,
): Promise<string[][]> {
  const edits = words.map(editsAllowed)
  const meant = words.map((word) => (editsAllowed(word) > 0 ? neighborSwaps(word) : []))
  if (edits.every((one) => one === 0)) return meant
  const near =
    (ofTeams ? undefined : await findSimilarWords(sql, accountId, words, edits)) ??
    (await sql.rows<{ place: number; token: string }>(similarAmong(ofTeams ? wordsOfTeams : allWords), [
      accountId,
      words,
      edits,
      maxCompared,
    ]))
  for (const { place, token } of near) if (!token.startsWith(words[place] ?? '')) meant[place]?.push(token)
  return meant
}

/** Keeps a search below a second on two cores, whatever an account has stored. */
const maxCompared = 50_000

const next = 'select token from name_token where account_id = $1'

/**
 * For accounts without a table of their words, which are small or new. There are many names but few distinct words, so
 * the expensive comparison runs once per distinct word: the recursion jumps from word to word in the index, once for
 * the whole search. Beyond the first `maxCompared` words of the account only beginnings match.
 */
const allWords = `with recursive vocabulary as (
     (${next} order by token limit 1)
     union all
     select (${next} and token > vocabulary.token order by token limit 1) from vocabulary
      where vocabulary.token is not null
   )`

/** For coaches, whose teams are small: row security would let that recursion read all words of the account. */
const wordsOfTeams = `with vocabulary as (
     select distinct token from name_token where account_id = $1 and profile_id = any(${peopleOfTeams})
   )`

const similarAmong = (vocabulary: string) => `${vocabulary}
   select (place - 1)::integer as place, token
     from (select token from vocabulary where token is not null limit $4) as known
     join unnest($2::text[], $3::integer[]) with ordinality as wanted (word, edits, place)
       on edits > 0 and (levenshtein_less_equal(token, word, edits) <= edits or similarity(token, word) >= 0.5)`

/** Short words must match exactly: with an edit they would match nearly anything. */
function editsAllowed(word: string): number {
  return word.length >= 8 ? 2 : word.length >= 4 ? 1 : 0
}
