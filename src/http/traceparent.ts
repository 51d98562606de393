/**
 * The client's traceparent (W3C Trace Context, section 3.2), if well-formed. It is only logged, never forwarded.
 */
export function parseTraceparent(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  const [, version, trace, parent] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}$/.exec(value) ?? []
  if (version === undefined || version === 'ff' || !trace || !parent) return undefined
  return /^0+$/.test(trace) || /^0+$/.test(parent) ? undefined : value
}
