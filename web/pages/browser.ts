import type { OutboxWorld } from './outbox.ts'

/** A request that takes longer counts as failed, and is tried again. */
const requestMs = 20_000

/** The browser as the outbox needs it. */
export const outboxWorld: OutboxWorld = {
  store: localStorage,
  post: (body) =>
    fetch('/take/answers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: AbortSignal.timeout(requestMs),
    }),
  online: () => navigator.onLine,
  random: Math.random,
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as number),
}

/** Sends without waiting for an answer, while the page goes away. */
export function sendLast(body: string): void {
  navigator.sendBeacon('/take/answers', new Blob([body], { type: 'application/json' }))
}

/** Random and short; `crypto.randomUUID` is missing on addresses that are not secure. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const keysSetting = 'timbre.keys'

/** Whether keys of one character are on; a browser that keeps nothing has them on. */
export function readKeysOn(): boolean {
  return localStorage.getItem(keysSetting) !== 'off'
}

export function keepKeysOn(on: boolean): void {
  localStorage.setItem(keysSetting, on ? 'on' : 'off')
}

/** What has the focus, as the keys need to know it; nothing while a dialog is open. */
export function focusedKind({ target }: Event): 'text' | 'control' | 'page' | undefined {
  if (!(target instanceof Element) || target.closest('dialog')) return undefined
  if (target.matches('select, textarea, input:not([type=radio])')) return 'text'
  return target.matches('a, button, input') ? 'control' : 'page'
}
