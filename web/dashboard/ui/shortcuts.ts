import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A key, or two one after the other (`g p`), and what it does. `mod` is Ctrl, or Command on a Mac. */
export type Shortcut = {
  readonly keys: string
  readonly label: string
  /** What the sheet of keys lists it under. */
  readonly group: string
  readonly run: () => void
}

type Entry = { current: Shortcut }
const entries = new Set<Entry>()
const listeners = new Set<() => void>()
let snapshot: readonly Shortcut[] = []

/** Single keys can be switched off (WCAG 2.1.4); those with `mod` always work. */
const place = 'timbre.keys-off'
export const areShortcutsOff = () => localStorage.getItem(place) === '1'
export function setShortcutsOff(isOff: boolean): void {
  localStorage.setItem(place, isOff ? '1' : '')
  notifyListeners()
}

/** A key of the page that shows this; it goes with it. */
export function useShortcut(keys: string, label: string, group: string, run: () => void): void {
  const entry = useRef<Shortcut>({ keys, label, group, run })
  entry.current = { keys, label, group, run }
  useEffect(() => {
    entries.add(entry)
    notifyListeners()
    return () => {
      entries.delete(entry)
      notifyListeners()
    }
  }, [])
}

/** All keys that work at this moment, for the sheet that lists them. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (hear) => {
      listeners.add(hear)
      return () => listeners.delete(hear)
    },
    () => snapshot,
  )
}

function notifyListeners(): void {
  snapshot = [...entries].map(({ current }) => current)
  for (const hear of listeners) hear()
}

let first = { key: '', at: 0 }

/** The one listener of the page. Keys belong to whoever types: fields and open dialogs keep theirs. */
export function listenForKeys(): void {
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.altKey || event.isComposing) return
    const hasMod = event.ctrlKey || event.metaKey
    const key = hasMod ? `mod+${event.key.toLowerCase()}` : event.key
    if (
      !hasMod &&
      (areShortcutsOff() || isTyping(event.target) || document.querySelector('dialog[open], [role=dialog]'))
    )
      return
    const pair = Date.now() - first.at < 1_500 ? `${first.key} ${key}` : ''
    const found = [...entries].map(({ current }) => current).find(({ keys }) => keys === pair || keys === key)
    first = found ? { key: '', at: 0 } : { key, at: Date.now() }
    if (!found) return
    event.preventDefault()
    found.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
  )
}
