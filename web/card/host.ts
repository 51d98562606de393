import { type CardHostContext, readHostContext } from './host-context.ts'
import type { HostEvent } from './state.ts'
import { isObject } from './summary.ts'

export type HostListener = {
  /** What changed since the last time. */
  onHostContextChange: (change: CardHostContext) => void
  onEvent: (news: HostEvent) => void
}

/**
 * Speaks with the host of an MCP App (SEP-1865, revision 2026-01-26): JSON-RPC over messages between windows. The
 * card asks for nothing but its introduction; it tells its size, and answers `ping` and the end.
 */
export function connectToHost(listener: HostListener): void {
  const introduction = 1
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    // Anybody may send to a window; only the host is heard.
    if (source !== parent || !isObject(data) || data.jsonrpc !== '2.0') return
    const { id, method, params } = data
    if (typeof method === 'string') {
      if (id === undefined) handleMessage(method, isObject(params) ? params : {}, listener)
      else if (typeof id === 'string' || typeof id === 'number') answer(id, method)
    } else if (id === introduction && isObject(data.result)) {
      const { hostContext } = data.result
      listener.onHostContextChange(readHostContext(isObject(hostContext) ? hostContext : {}))
      send({ method: 'ui/notifications/initialized' })
      sendSize()
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

function handleMessage(method: string, params: Record<string, unknown>, listener: HostListener): void {
  if (method === 'ui/notifications/tool-input')
    listener.onEvent({ kind: 'input', arguments: params.arguments })
  else if (method === 'ui/notifications/tool-result') listener.onEvent({ kind: 'result', result: params })
  else if (method === 'ui/notifications/tool-cancelled') listener.onEvent({ kind: 'stopped' })
  else if (method === 'ui/notifications/host-context-changed')
    listener.onHostContextChange(readHostContext(params))
}

/** Nothing has to be saved at the end, so that the host may go on at once. */
function answer(id: string | number, method: string): void {
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
  else send({ id, error: { code: -32601, message: `The card knows no ${method}.` } })
}

/** Tells the host how much room the card takes, now and whenever that changes; the same size is told once. */
function sendSize(): void {
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
