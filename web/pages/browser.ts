import type { AnswerOutboxEffects } from './answer-outbox.ts'
import type { Pick } from './flow-state.ts'
import { isSamePosition, type TakingPosition } from './taking-position.ts'

/** Slower requests count as failed and are retried. */
const requestMs = 20_000
const probeMs = 5_000

/** Browser functions for the outbox. */
export const browserEffects: AnswerOutboxEffects = {
  store: localStorage,
  post: (body) =>
    fetch('/take/answers', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      signal: abortedAfter(requestMs),
    }),
  online: () => navigator.onLine,
  random: Math.random,
  later: (run, ms) => setTimeout(run, ms),
  cancel: (timer) => clearTimeout(timer as number),
}

/** `AbortSignal.timeout` is missing in Safari before 16 and Chrome before 103. */
function abortedAfter(ms: number): AbortSignal {
  const controller = new AbortController()
  setTimeout(() => controller.abort(), ms)
  return controller.signal
}

/** Sends without waiting for an answer, on page unload. */
export function sendOnUnload(body: string): void {
  navigator.sendBeacon('/take/answers', new Blob([body], { type: 'application/json' }))
}

/** Random and short; `crypto.randomUUID` is missing on insecure origins. */
export function randomId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-')
}

const keysSetting = 'timbre.keys'

/** The list of shortcuts with its switch, both rendered by the server. Without storage, shortcuts are on. */
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

/** Stores an incomplete choice for the same page in another language. It is not put into a URL. */
export function storePick(place: TakingPosition, pick: Pick): void {
  try {
    sessionStorage.setItem(pickSetting, JSON.stringify({ place, pick }))
  } catch {
    // Without storage, the choice has to be made again.
  }
}

/** Takes what an earlier page of this tab stored for this position, once. */
export function restorePick(place: TakingPosition): Pick {
  try {
    const left = JSON.parse(sessionStorage.getItem(pickSetting) ?? 'null')
    sessionStorage.removeItem(pickSetting)
    return left && isSamePosition(left.place, place) ? left.pick : {}
  } catch {
    return {}
  }
}

/** Whether the service can be reached: browsers only know whether there is some network. */
export async function isReachable(): Promise<boolean> {
  try {
    const answer = await fetch('/healthz', { cache: 'no-store', signal: abortedAfter(probeMs) })
    return answer.status < 500
  } catch {
    return false
  }
}

/**
 * Handles a language choice in the page head, which the server rendered. The buttons are for pages without a script;
 * in the answer form they would catch the Enter key.
 */
export function bindLanguageChoice(root: Element, current: string, chosen: (locale: string) => void): void {
  for (const button of root.querySelectorAll('.language button')) button.remove()
  const choice = root.querySelector<HTMLSelectElement>('.language select')
  choice?.addEventListener('change', () => {
    chosen(choice.value)
    // The page keeps its language until the new page is loaded.
    choice.value = current
  })
}

/** The focused element for the shortcuts; undefined while a dialog is open. */
export function focusedKind({ target }: Event): 'text' | 'control' | 'page' | undefined {
  if (!(target instanceof Element) || target.closest('dialog')) return undefined
  if (target.matches('select, textarea, input:not([type=radio])')) return 'text'
  return target.matches('a, button, input') ? 'control' : 'page'
}
