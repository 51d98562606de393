/**
 * Makes a reader of search parameters the only source of them. The router otherwise lets through the parameters of the
 * address that the reader has left out, with whatever value they have there.
 */
export function knownSearch<Search extends object>(read: (params: Record<string, unknown>) => Search) {
  return (params: Record<string, unknown>): Search => {
    const none = Object.fromEntries(Object.keys(params).map((name) => [name, undefined]))
    return { ...none, ...read(params) }
  }
}
