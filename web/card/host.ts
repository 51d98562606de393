import type { News } from './state.ts'
import { isObject } from './summary.ts'
import { type Surroundings, surroundingsOf } from './surroundings.ts'

export type Listener = {
  /** What changed since the last time. */
  surroundingsChanged: (change: Surroundings) => void
  told: (news: News) => void
}

/**
 * Speaks with the host of an MCP App (SEP-1865, revision 2026-01-26): JSON-RPC over messages between windows. The
 * card asks for nothing but its introduction; it tells its size, and answers `ping` and the end.
 */
export function converse(listener: Listener): void {
  const introduction = 1
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    // Anybody may send to a window; only the host is heard.
    if (source !== parent || !isObject(data) || data.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (typeof method === 'string') {
      if (id === undefined) hear(method, isObject(params) ? params : {}, listener)
      else if (typeof id === 'string' || typeof id === 'number') answer(id, method)
    } else if (id === introduction && isObject(data.result)) {
      const { hostContext } = data.result
      listener.surroundingsChanged(surroundingsOf(isObject(hostContext) ? hostContext : {}))
      send({ method: 'ui/notifications/initialized' })
      tellSize()
    }
  })
  send({
    id: introduction,
    method: 'ui/initialize',
    params: {
      appInfo: { name: 'timbre-summary', version: '1' },
      appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] },
      protocolVersion: '2026-01-26',
    },
  })
}

function hear(method: string, params: Record<string, unknown>, listener: Listener): void {
  if (method === 'ui/notifications/tool-input') listener.told({ kind: 'input', arguments: params.arguments })
  else if (method === 'ui/notifications/tool-result') listener.told({ kind: 'result', result: params })
  else if (method === 'ui/notifications/tool-cancelled') listener.told({ kind: 'stopped' })
  else if (method === 'ui/notifications/host-context-changed')
    listener.surroundingsChanged(surroundingsOf(params))
}

/** Nothing has to be saved at the end, so that the host may go on at once. */
function answer(id: string | number, method: string): void {
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
  else send({ id, error: { code: -32601, message: `The card knows no ${method}.` } })
}

/** Tells the host how much room the card takes, now and whenever that changes; the same size is told once. */
function tellSize(): void {
  let last = ''
  const tell = () => {
    const height = Math.ceil(document.documentElement.getBoundingClientRect().height)
    const width = Math.ceil(innerWidth)
    if (`${width} ${height}` === last) return
    last = `${width} ${height}`
    send({ method: 'ui/notifications/size-changed', params: { width, height } })
  }
  new ResizeObserver(tell).observe(document.documentElement)
}

/** The host's origin cannot be known; what is sent holds nothing of the person. */
function send(message: Record<string, unknown>): void {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}
