/** A call of the SDK: which method, with which ids, and the fields of its query or body. */
export type SdkCall = {
  /** Such as `tags.list`. */
  method: string
  /** The address of the API. */
  base: string
  signedIn: boolean
  ids: readonly string[]
  fields?: unknown
  /** Whether the operation answers with nothing. */
  isSilent: boolean
}

/** The same call with the SDK for TypeScript, which gets keys, retries and lists right by itself. */
export function sdkSample({ method, base, signedIn, ids, fields, isSilent }: SdkCall): string {
  const values = [...ids.map((id) => `'${id}'`), ...(fields === undefined ? [] : [literal(fields)])]
  const call = `await timbre.${method}(${values.join(', ')})`
  const token = signedIn ? "process.env.TIMBRE_TOKEN ?? ''" : "''"
  return [
    "import { Timbre } from '@timbre/sdk'",
    '',
    'const timbre = new Timbre({',
    `  baseUrl: '${new URL(base).origin}',`,
    `  token: () => ${token},`,
    '})',
    isSilent ? call : `console.log(${call})`,
  ].join('\n')
}

/** JSON as TypeScript is written: names without quotes, text in single ones. */
function literal(value: unknown, depth = 0): string {
  if (typeof value === 'string')
    return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\r', '\\r').replaceAll('\n', '\\n')}'`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  const [open, close] = Array.isArray(value) ? '[]' : '{}'
  const parts = Array.isArray(value)
    ? value.map((inner) => literal(inner, depth + 1))
    : Object.entries(value).map(([name, inner]) => `${nameOf(name)}: ${literal(inner, depth + 1)}`)
  if (parts.length === 0) return `${open}${close}`
  const gap = Array.isArray(value) ? '' : ' '
  const short = `${open}${gap}${parts.join(', ')}${gap}${close}`
  if (short.length <= 72 && !short.includes('\n')) return short
  const pad = '  '.repeat(depth + 1)
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${'  '.repeat(depth)}${close}`
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : `'${name}'`
}
