import { callOf } from './call.ts'
import type { Connection } from './connection.ts'
import { TimbreError } from './errors.ts'
import { eventPages } from './events.ts'
import { type Methods, routes } from './made/methods.ts'
import { earlierPages, linkedPages, listOf, type Query } from './pages.ts'
import type { CallOptions } from './shapes/options.ts'

type Given = Readonly<Record<string, unknown>> | readonly unknown[] | Blob | undefined

/** All methods, from the table that is made from the API document. */
export function methodsOf(connection: Connection): Methods {
  const groups = Object.entries(routes).map(([group, table]) => [
    group,
    Object.fromEntries(
      Object.entries(table).map(([name, route]) => [name, methodOf(connection, `${group}.${name}`, route)]),
    ),
  ])
  return Object.fromEntries(groups)
}

/** A route is `METHOD path` and words about it; `scripts/sdk.ts` writes them. */
function methodOf(connection: Connection, name: string, route: string) {
  const [method = '', template = '', ...words] = route.split(' ')
  const namedBy = (word: string) => words.find((one) => one.startsWith(`${word}=`))?.slice(word.length + 1)
  const [isOpen, takesLong, hasBody] = ['open', 'slow', 'body'].map((word) => words.includes(word))
  const [items, list] = [namedBy('items'), namedBy('list')]

  return (...given: unknown[]) => {
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = given.shift()
      // An empty id would be another address, and a missing one the text "undefined".
      if (typeof value !== 'string' || value === '' || /^\.+$/.test(value))
        throw new TimbreError(`timbre.${name} needs ${parameter}, as text that is not empty.`)
      return encodeURIComponent(value)
    })
    const [fields, options = {}] = given as [Given, CallOptions | undefined]
    const send = (query: Query | undefined, body?: unknown) =>
      connection<never>(
        {
          method,
          path,
          query: query && searchOf(query),
          body,
          isOpen: isOpen === true,
          takesLong: takesLong === true,
        },
        options,
      )
    if (hasBody) return callOf(send(undefined, list && Array.isArray(fields) ? { [list]: fields } : fields))
    const query = (fields ?? {}) as Query
    if (!items) return callOf(send(query))
    const pages = words.includes('feed')
      ? eventPages(options.signal)
      : words.includes('before')
        ? earlierPages
        : linkedPages
    return listOf(send, query, items, pages)
  }
}

/** Lists are separated by commas, as the API reads them. A custom id may contain one. */
export function searchOf(query: Query): URLSearchParams {
  const text = (value: unknown) =>
    Array.isArray(value) ? value.map((one) => String(one).replace(/[\\,]/g, '\\$&')).join(',') : String(value)
  const entries = Object.entries(query).filter(([, value]) => value !== undefined)
  return new URLSearchParams(entries.map(([name, value]) => [name, text(value)]))
}
