import type { AnswerOutboxEffects } from './answer-outbox.ts'
import type { Pick } from './flow-state.ts'
import { isSamePosition, type TakingPosition } from './taking-position.ts'

/** A request that takes longer counts as failed, and is tried again. */
const requestMs = 20_000
const probeMs = 5_000

/** The browser as the outbox needs it. */
export const browserEffects: AnswerOutboxEffects = {
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
export function sendOnUnload(body: string): void {
  navigator.sendBeacon('/take/answers', new Blob([body], { type: 'application/json' }))
}

/** Random and short; `crypto.randomUUID` is missing on addresses that are not secure. */
export function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}

const keysSetting = 'timbre.keys'

/** The list of keys and the switch in it, both rendered by the server. A browser that keeps nothing has keys on. */
export function openKeyList(): { show(): void; isOn(): boolean } {
  const list = document.getElementById('keys') as HTMLDialogElement
  const keySwitch = list.querySelector('input') as HTMLInputElement
  keySwitch.checked = localStorage.getItem(keysSetting) !== 'off'
  keySwitch.addEventListener('change', () => {
    localStorage.setItem(keysSetting, keySwitch.checked ? 'on' : 'off')
  })
  return { show: () => list.showModal(), isOn: () => keySwitch.checked }
}

const pickSetting = 'timbre.pick'

/** Keeps what is chosen on this screen and not sent, for the same page in another language; no address tells it. */
export function storePick(place: TakingPosition, pick: Pick): void {
  try {
    sessionStorage.setItem(pickSetting, JSON.stringify({ place, pick }))
  } catch {
    // A browser that keeps nothing asks for the choice again.
  }
}

/** What an earlier page of this tab has left for this place, once. */
export function restorePick(place: TakingPosition): Pick {
  try {
    const left = JSON.parse(sessionStorage.getItem(pickSetting) ?? 'null')
    sessionStorage.removeItem(pickSetting)
    return left && isSamePosition(left.place, place) ? left.pick : {}
  } catch {
    return {}
  }
}

/** Whether the service can be reached at all: a browser only knows whether it has some network. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(probeMs) })
    return answer.status < 500
  } catch {
    return false
  }
}

/**
 * Acts on a choice of language in the head, which the server has rendered. Its buttons serve pages without a script;
 * in the form of the answers they would take the Enter key.
 */
export function bindLanguageChoice(root: Element, current: string, chosen: (locale: string) => void): void {
  for (const button of root.querySelectorAll('.language button')) button.remove()
  const choice = root.querySelector<HTMLSelectElement>('.language select')
  choice?.addEventListener('change', () => {
    chosen(choice.value)
    // The page keeps its language until the new page has come.
    choice.value = current
  })
}

/** What has the focus, as the keys need to know it; nothing while a dialog is open. */
export function focusedKind({ target }: Event): 'text' | 'control' | 'page' | undefined {
  if (!(target instanceof Element) || target.closest('dialog')) return undefined
  if (target.matches('select, textarea, input:not([type=radio])')) return 'text'
  return target.matches('a, button, input') ? 'control' : 'page'
}
