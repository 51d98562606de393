import pg from 'pg'

/**
 * Converts column values: `timestamptz` to an ISO string in UTC with milliseconds, `date` to `YYYY-MM-DD`, `bigint` and
 * `numeric` to numbers (our counts stay far below 2^53). The rest as in `pg`.
 */
export const decode: pg.CustomTypesConfig = {
  // pg declares one overload per type ID; this function implements all of them.
  getTypeParser: ((id: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(id)) || pg.types.getTypeParser(id, format)) as never,
}

/** `2026-11-21 02:05:52.1+00` becomes `2026-11-21T02:05:52.100Z`. Microseconds are truncated. */
function isoInstant(text: string): string {
  const match = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text)
  if (match) return `${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`
  const time = Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))
  return Number.isNaN(time) ? text : new Date(time).toISOString()
}

const asIs = (text: string) => text
const textArray = 1009 as Parameters<typeof pg.types.getTypeParser>[0]
const textEntries = pg.types.getTypeParser(textArray) as (text: string) => (string | null)[]

const parsers = new Map<number, (text: string) => unknown>([
  [20, Number],
  [1700, Number],
  [1184, isoInstant],
  [1114, asIs],
  [1082, asIs],
  [1009, entriesOf],
  [1016, listOf(Number)],
  [1231, listOf(Number)],
  [1185, listOf(isoInstant)],
  [1182, listOf(asIs)],
])

function listOf(parse: (text: string) => unknown): (text: string) => unknown {
  return (text) => entriesOf(text).map((entry) => (entry === null ? null : parse(entry)))
}

/**
 * The entries of an array. `pg` reads one character after the other, which takes ten times as long for thousands of ids.
 * An entry stands in quotes if it is empty or the word null, or has a comma, quote, backslash, brace or blank.
 */
function entriesOf(text: string): (string | null)[] {
  if (text === '{}') return []
  const isPlain =
    text.startsWith('{') && !text.includes('{', 1) && !text.includes('"') && !text.includes('NULL')
  return isPlain ? text.slice(1, -1).split(',') : textEntries(text)
}
