import { type CardHostContext, readHostContext } from './host-context.ts'
import type { HostEvent } from './state.ts'
import { isObject } from './summary.ts'

export type HostListener = {
  /** Called with the changed settings. */
  onHostContextChange: (change: CardHostContext) => void
  onEvent: (news: HostEvent) => void
}

/**
 * Talks to the host of an MCP App (SEP-1865, revision 2026-01-26): JSON-RPC in window messages. The card only sends
 * its initialization and its size, and answers `ping` and the teardown.
 */
export function connectToHost(listener: HostListener): void {
  const introduction = 1
  addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    // Any window can send messages; only those of the host are accepted.
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

/** There is nothing to save, so the teardown is answered immediately. */
function answer(id: string | number, method: string): void {
  if (method === 'ping' || method === 'ui/resource-teardown') send({ id, result: {} })
  else send({ id, error: { code: -32601, message: `The card knows no ${method}.` } })
}

/** Reports the size of the card, now and on each change; the same size only once. */
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

/** The host's origin is unknown; messages contain no data about the person. */
function send(message: Record<string, unknown>): void {
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*')
}
