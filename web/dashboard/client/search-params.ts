// Readers of search parameters. What is invalid is undefined, so that every address shows something. The router has
// parsed the values: what looks like a number is one.

export type SearchParams = Readonly<Record<string, unknown>>

/** The id of a person, tag, event or anything else that the API has. */
export const publicId = /^[0-9a-f]{24}$/

/** The valid ones of these parameters. */
export function known<Read extends object>(read: Read) {
  return Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Read]?: Exclude<Read[Name], undefined>
  }
}

export function textParam(value: unknown, shape: RegExp): string | undefined {
  const text = value === undefined ? '' : String(value)
  return shape.test(text) ? text : undefined
}

export function oneOf<const Value>(value: unknown, values: readonly Value[]): Value | undefined {
  return values.find((one) => one === value)
}

/** A list, or the same with commas; without duplicates. */
export function listOf(value: unknown, shape: RegExp, most: number): string[] | undefined {
  const all = Array.isArray(value) ? value.map(String) : typeof value === 'string' ? value.split(',') : []
  const valid = [...new Set(all.filter((one) => shape.test(one)))].slice(0, most)
  return valid.length > 0 ? valid : undefined
}

/** A page after the first, as far as the API takes it. */
export function pageParam(value: unknown): number | undefined {
  const page = Number(value)
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined
}

/** A day such as 2026-11-21. */
export function dayOf(value: unknown): string | undefined {
  if (typeof value !== 'string' || !/^2\d{3}-\d\d-\d\d$/.test(value)) return undefined
  // February 31 would become a day in March.
  const moment = new Date(value)
  return !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(value) ? value : undefined
}

/** A type of event or a group of them; the API refuses those that don't exist, with the closest one. */
export function eventTypeOf(value: unknown): string | undefined {
  return typeof value === 'string' && value.length <= 60 && value.includes('.') ? value : undefined
}
