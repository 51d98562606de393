import { limitAccountId } from '../limit-account.ts'
import { medianWithin, type Row, rateOf, type SingleRow, tailWithin } from '../row.ts'
import type { Setting } from '../setting.ts'
import { withClient } from '../with-client.ts'

/**
 * Searches by name, next to a trigram index over whole names: the usual way to forgive typing errors. How many it finds
 * is compared as well.
 */
export async function searchRows(setting: Setting): Promise<(Row | SingleRow)[]> {
  const people = await searchedPeople(setting)
  await makeTrigramIndex(setting, people)
  const get = (search: string) => ({
    method: 'GET',
    path: `/api/v4/profiles?limit=50&search=${encodeURIComponent(search)}`,
  })
  const first = setting.requests([{ method: 'GET', path: '/api/v4/profiles?limit=50' }], {
    name: 'first page',
  })
  const within = [medianWithin(3, 'first page'), tailWithin(10, 'first page')]
  const mistyped = setting.requests(people.map((one) => get(one.mistyped)))
  const trigrams = setting.statements(
    `\\set at random(1, ${people.length})\n` +
      `select id from bench.name where key % (select text from bench.search where place = :at) ` +
      `order by similarity(key, (select text from bench.search where place = :at)) desc limit 50;\n`,
  )
  return [
    {
      path: '`GET /profiles`, a search by last name',
      sides: [setting.requests(people.map(({ lastName }) => get(lastName))), first],
      goals: within,
    },
    {
      path: '`GET /profiles`, a search by whole name with a typing error',
      sides: [mistyped, first, { ...trigrams, name: 'trigram index' }],
      goals: [...within, rateOf(100, 'trigram index')],
      note: 'the trigram index is over whole names, asked for the fifty most similar, without their documents',
    },
    {
      path: 'people found in spite of a typing error',
      take: async () => {
        const [ours, theirs] = [
          await foundByService(setting, people),
          await foundByTrigrams(setting, people.length),
        ]
        const other = { name: 'trigram index', value: theirs }
        return [{ of: `of ${people.length}`, value: ours, unit: 'found', other, least: 0.95 }]
      },
    },
  ]
}

type SearchedPerson = { id: string; lastName: string; mistyped: string }

/** People from all over the account. */
async function searchedPeople({ send, people }: Setting): Promise<SearchedPerson[]> {
  const found: SearchedPerson[] = []
  for (let page = 1; page <= searches; page += 1) {
    const at = Math.ceil(((people / 50) * page) / (searches + 1))
    const { body } = await send({ method: 'GET', path: `/api/v4/profiles?limit=50&page=${at}` })
    const listed = body.profiles as { id: string; firstName: string; lastName: string }[]
    const person = listed[page % listed.length]
    if (!person) continue
    const { id, firstName, lastName } = person
    found.push({ id, lastName, mistyped: `${firstName} ${withoutOneLetter(lastName)}` })
  }
  return found
}

const searches = 50

function withoutOneLetter(name: string): string {
  const middle = name.length >> 1
  return name.slice(0, middle) + name.slice(middle + 1)
}

async function makeTrigramIndex({ service }: Setting, people: readonly SearchedPerson[]): Promise<void> {
  await withClient(service.owner, async (client) => {
    await client.query(`set maintenance_work_mem = '512MB'; create schema bench`)
    await client.query(
      'create table bench.name as select id, name_key as key from profile where account_id <> $1',
      [limitAccountId],
    )
    await client.query('create index on bench.name using gin (key gin_trgm_ops)')
    await client.query('create table bench.search (place integer primary key, id text, text text)')
    // Folded as the service folds names: the comparison is of the index, not of accents.
    await client.query(
      `insert into bench.search select row_number() over (), one ->> 'id',
          lower(regexp_replace(normalize(one ->> 'mistyped', nfkd), '[\\u0300-\\u036f]', '', 'g'))
         from json_array_elements($1::json) as one`,
      [JSON.stringify(people)],
    )
    await client.query('analyze bench.name')
  })
}

async function foundByService({ send }: Setting, people: readonly SearchedPerson[]): Promise<number> {
  let found = 0
  for (const { id, mistyped } of people) {
    const path = `/api/v4/profiles?limit=100&search=${encodeURIComponent(mistyped)}`
    const { body } = await send({ method: 'GET', path })
    if ((body.profiles as { id: string }[] | undefined)?.some((one) => one.id === id)) found += 1
  }
  return found
}

async function foundByTrigrams({ service }: Setting, count: number): Promise<number> {
  return withClient(service.owner, async (client) => {
    let found = 0
    for (let place = 1; place <= count; place += 1) {
      const { rows } = await client.query(
        `select from bench.search where place = $1 and id in (
           select name.id from bench.name where key % search.text order by similarity(key, search.text) desc limit 100)`,
        [place],
      )
      found += rows.length
    }
    return found
  })
}
