/*
 * Runs in `/docs/frame` before Scalar, in the same file. The frame has no origin, storage or network, so this
 * replaces them: storage in memory, and `fetch` and links that ask the parent page. It is not a security boundary,
 * since the program could undo it; `reference-calls.ts` decides what is allowed.
 */
import { keepAccessible } from './reference-access.ts'

type Answer = { status: number; statusText: string; headers: [string, string][]; body: ArrayBuffer }

/** The document has an opaque origin, but its URL does not. Only our own page receives these messages. */
const home = location.origin

for (const name of ['localStorage', 'sessionStorage']) {
  try {
    Reflect.get(window, name)
  } catch {
    Object.defineProperty(window, name, { value: storageInMemory() })
  }
}
window.fetch = fetchByHost
keepAccessible(document.documentElement)
document.addEventListener('click', openByHost, true)
for (const name of ['pushState', 'replaceState'] as const) {
  const original = history[name].bind(history)
  history[name] = (...all) => {
    original(...all)
    tellSection()
  }
}
addEventListener('hashchange', tellSection)
addEventListener('popstate', tellSection)
addEventListener('message', ({ source, data }) => {
  if (source !== parent || typeof data?.section !== 'string' || data.section === location.hash) return
  location.hash = data.section
})

async function fetchByHost(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const request = new Request(input, init)
  const { method, url, headers, signal } = request
  const bytes = await request.arrayBuffer()
  const call = { method, url, headers: [...headers], ...(bytes.byteLength > 0 ? { body: bytes } : {}) }
  const { status, statusText, ...rest } = await answerOf(call, signal)
  const content = [204, 205, 304].includes(status) || method === 'HEAD' ? null : rest.body
  const response = new Response(content, { status, statusText, headers: rest.headers })
  return Object.defineProperty(response, 'url', { value: url })
}

function answerOf(call: object, signal: AbortSignal): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => (data.failed ? reject(new TypeError(data.failed)) : resolve(data))
    signal.addEventListener('abort', () => {
      port1.postMessage('stop')
      reject(signal.reason)
    })
    parent.postMessage({ call }, home, [port2])
  })
}

/** Links to other pages. Links within the reference and downloads are handled by Scalar. */
function openByHost(event: MouseEvent): void {
  const link = event.target instanceof Element && event.target.closest('a')
  if (!link || link.download || link.protocol === 'blob:') return
  if (link.href.split('#')[0] === location.href.split('#')[0]) return
  event.preventDefault()
  parent.postMessage({ open: link.href }, home)
}

function tellSection(): void {
  parent.postMessage({ section: location.hash }, home)
}

function storageInMemory() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(String(key)) ?? null,
    setItem: (key: string, value: string) => void kept.set(String(key), String(value)),
    removeItem: (key: string) => void kept.delete(String(key)),
    clear: () => kept.clear(),
    key: (index: number) => [...kept.keys()][index] ?? null,
    get length() {
      return kept.size
    },
  }
}
