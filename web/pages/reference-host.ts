import type { CallRules } from '../../src/http/views/reference-view.ts'
import { callOf } from './reference-calls.ts'

/** The script of `/docs`. It makes the API calls of the framed program and accepts no other messages. */
const { frame, pages, rules } = JSON.parse(document.querySelector('#state')?.textContent ?? '') as {
  frame: string
  /** Pages that a link in the frame may open. */
  pages: readonly string[]
  rules: CallRules
}
const framed = document.querySelector('iframe') as HTMLIFrameElement

addEventListener('message', ({ source, origin, data, ports }) => {
  // A framed page with an origin is not the reference, so its messages are ignored.
  if (source !== framed.contentWindow || origin !== 'null') return
  if (typeof data !== 'object' || data === null) return
  const [port] = ports
  if (port) void answer(port, data.call)
  else if (typeof data.section === 'string') showSection(data.section)
  else if (typeof data.open === 'string') openPage(data.open)
})
addEventListener('hashchange', () => framed.contentWindow?.postMessage({ section: location.hash }, '*'))
framed.addEventListener('load', () => framed.focus(), { once: true })
framed.src = frame + location.hash
framed.hidden = false

/** Any message on the port after the call aborts it. */
async function answer(port: MessagePort, request: unknown): Promise<void> {
  const call = callOf(request, location.origin, rules)
  if (typeof call === 'string') return port.postMessage({ failed: call })
  const stop = new AbortController()
  port.onmessage = () => stop.abort()
  try {
    const { status, statusText, headers, ...rest } = await read(call.url, {
      ...call.init,
      signal: stop.signal,
    })
    port.postMessage({ status, statusText, headers, body: rest.body }, [rest.body])
  } catch {
    port.postMessage({ failed: 'The service gave no answer.' })
  }
}

async function read(url: string, init: RequestInit) {
  const answered = await fetch(url, init)
  const { status, statusText, headers } = answered
  return { status, statusText, headers: [...headers], body: await answered.arrayBuffer() }
}

/** Stores the section in the URL, for bookmarks and reloads. */
function showSection(section: string): void {
  if (section.length > 500 || (section !== '' && !section.startsWith('#')) || section === location.hash)
    return
  history.replaceState(null, '', location.pathname + location.search + section)
}

function openPage(address: string): void {
  if (!URL.canParse(address)) return
  const { origin, pathname } = new URL(address)
  if (origin === location.origin && pages.includes(pathname)) open(origin + pathname, '_blank', 'noopener')
}
