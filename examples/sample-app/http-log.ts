/** A request and its answer as sent. Of secrets only the beginning is kept. */
export type HttpExchange = { title: string; request: string; answer: string; status: number }

/** A `fetch` that records requests and answers until they are taken for display. */
export function openHttpLog() {
  let seen: HttpExchange[] = []
  return {
    async fetch(address: string | URL, init: RequestInit = {}): Promise<Response> {
      const answer = await fetch(address, init)
      seen.push(await exchangeOf(String(address), init, answer.clone()))
      return answer
    },
    /** Everything since the last call. */
    take(): HttpExchange[] {
      const taken = seen
      seen = []
      return taken
    },
  }
}

/** A URL with one line per parameter. */
export function addressText(address: URL): string {
  const lines = [...address.searchParams].map((pair, at) => `${at === 0 ? '?' : '&'}${pairText(pair)}`)
  return [address.origin + address.pathname, ...lines].join('\n  ')
}

async function exchangeOf(address: string, init: RequestInit, answer: Response): Promise<HttpExchange> {
  const method = init.method ?? 'GET'
  const { pathname, search } = new URL(address)
  const sent = new Headers(init.headers)
  const got = [`${answer.status} ${answer.statusText}`, ...headerLines(answer.headers, shownOfAnswers)]
  return {
    title: `${method} ${pathname}`,
    request:
      [`${method} ${pathname}${search}`, ...headerLines(sent, shownOfRequests)].join('\n') + sentText(init),
    answer: got.join('\n') + bodyText(await answer.text()),
    status: answer.status,
  }
}

const shownOfRequests = ['Content-Type', 'Authorization']
const shownOfAnswers = ['WWW-Authenticate']

function headerLines(headers: Headers, shown: readonly string[]): string[] {
  return shown.flatMap((name) => {
    const value = headers
      .get(name)
      ?.replace(/^(Bearer )([^\s=]+)$/, (_, word, token) => word + shortened(token))
    return value === undefined ? [] : [`${name}: ${value}`]
  })
}

function sentText({ body, headers }: RequestInit): string {
  if (body === undefined || body === null) return ''
  const isForm = /form-urlencoded/.test(new Headers(headers).get('content-type') ?? '')
  if (!isForm) return bodyText(String(body))
  return `\n\n${[...new URLSearchParams(String(body))].map(pairText).join('\n')}`
}

/** Formatted JSON; a very long text ends with the number of characters left out. */
function bodyText(text: string): string {
  if (text === '') return ''
  const lines = laidOut(text).split('\n')
  const rest = lines.length - mostLines
  return `\n\n${lines.slice(0, mostLines).join('\n')}${rest > 0 ? `\n… ${rest} lines more` : ''}`
}

function laidOut(text: string): string {
  try {
    const hide = (name: string, value: unknown) =>
      name.endsWith('_token') && typeof value === 'string' ? shortened(value) : value
    return JSON.stringify(JSON.parse(text, hide), null, 2)
  } catch {
    return text
  }
}

function pairText([name, value]: [string, string]): string {
  const isSecret = /^(code|code_verifier|token|refresh_token)$/.test(name)
  return `${name}=${isSecret ? shortened(value) : value}`
}

function shortened(secret: string): string {
  return `${secret.slice(0, 6)}…`
}

const mostLines = 40
