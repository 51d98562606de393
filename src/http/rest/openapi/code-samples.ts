import { type SdkCall, sdkSample } from './sdk-sample.ts'

/** The call that the samples show. */
export type SampleCall = {
  method: string
  address: string
  signedIn: boolean
  /** The operation's name, for the idempotency key. */
  name?: string
  /** Sent as JSON. */
  body?: unknown
  /** The same call with the SDK. */
  sdk: SdkCall
}

export type CodeSample = { lang: string; label: string; source: string }

/** The same call in curl, with the SDK, in plain TypeScript and in Python. All read the token from the environment. */
export function samplesOf(call: SampleCall): CodeSample[] {
  return [
    { lang: 'Shell', label: 'curl', source: curl(call) },
    { lang: 'TypeScript', label: 'SDK', source: sdkSample(call.sdk) },
    { lang: 'TypeScript', label: 'TypeScript', source: typescript(call) },
    { lang: 'Python', label: 'Python', source: python(call) },
  ]
}

function curl({ method, address, signedIn, name = 'call', body }: SampleCall): string {
  const lines = [`curl --request ${method} ${quoted(address)}`]
  if (signedIn) lines.push('--header "Authorization: Bearer $TIMBRE_TOKEN"')
  // `date` is available everywhere. A missing command, such as uuidgen, would silently leave the key empty.
  if (takesKey(method, signedIn)) lines.push(`--header "Idempotency-Key: ${name}-$(date +%s)"`)
  if (body !== undefined) {
    lines.push("--header 'Content-Type: application/json'", `--data ${quoted(JSON.stringify(body, null, 2))}`)
  }
  return lines.join(' \\\n  ')
}

function typescript({ method, address, signedIn, body }: SampleCall): string {
  const headers = [
    ...(signedIn ? [`    Authorization: \`Bearer \${process.env.TIMBRE_TOKEN}\`,`] : []),
    ...(takesKey(method, signedIn) ? ["    'Idempotency-Key': crypto.randomUUID(),"] : []),
    ...(body === undefined ? [] : ["    'Content-Type': 'application/json',"]),
  ]
  return [
    `const response = await fetch('${address}', {`,
    `  method: '${method}',`,
    ...(headers.length > 0 ? ['  headers: {', ...headers, '  },'] : []),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(JSON.stringify(body, null, 2))}),`]),
    '})',
    'if (!response.ok) throw new Error(await response.text())',
    method === 'DELETE'
      ? 'console.log(response.status)'
      : 'console.log(response.status, await response.text())',
  ].join('\n')
}

function python({ method, address, signedIn, body }: SampleCall): string {
  const hasKey = takesKey(method, signedIn)
  const headers = [
    ...(signedIn ? [`        "Authorization": f"Bearer {os.environ['TIMBRE_TOKEN']}",`] : []),
    ...(hasKey ? ['        "Idempotency-Key": str(uuid.uuid4()),'] : []),
  ]
  return [
    ...(signedIn ? ['import os'] : []),
    ...(hasKey ? ['import uuid'] : []),
    ...(signedIn ? [''] : []),
    'import requests',
    '',
    'response = requests.request(',
    `    "${method}",`,
    `    "${address}",`,
    ...(headers.length > 0 ? ['    headers={', ...headers, '    },'] : []),
    ...(body === undefined ? [] : [`    json=${pythonValue(body, 1)},`]),
    '    timeout=30,',
    ')',
    'response.raise_for_status()',
    'print(response.status_code, response.text)',
  ].join('\n')
}

function takesKey(method: string, signedIn: boolean): boolean {
  return method === 'POST' && signedIn
}

/** Quotes text for a POSIX shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function indented(text: string): string {
  return text.replaceAll('\n', '\n  ')
}

/** Formats JSON as Python, which only differs in null, true and false. */
function pythonValue(value: unknown, depth: number): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const pad = '    '.repeat(depth + 1)
  const end = '    '.repeat(depth)
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((inner) => pythonValue(inner, depth + 1))]
    : [
        '{',
        '}',
        Object.entries(value).map(
          ([name, inner]) => `${JSON.stringify(name)}: ${pythonValue(inner, depth + 1)}`,
        ),
      ]
  if (parts.length === 0) return open + close
  return `${open}\n${parts.map((part) => `${pad}${part},\n`).join('')}${end}${close}`
}
