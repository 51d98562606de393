/** The fields that are not undefined, for optional properties that must be absent rather than undefined. */
export function pickDefined<T extends Record<string, unknown>>(fields: T) {
  const defined = Object.entries(fields).filter(([, value]) => value !== undefined)
  return Object.fromEntries(defined) as { [K in keyof T]?: Exclude<T[K], undefined> }
}
