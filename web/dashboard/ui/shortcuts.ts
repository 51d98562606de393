import { useEffect, useRef, useSyncExternalStore } from 'react'

/** A key, or two in sequence (`g p`), and its action. `mod` is Ctrl, or Command on a Mac. */
export type Shortcut = {
  readonly keys: string
  readonly label: string
  /** The heading in the list of shortcuts. */
  readonly group: string
  readonly run: () => void
}

type Entry = { current: Shortcut }
const entries = new Set<Entry>()
const listeners = new Set<() => void>()
let snapshot: readonly Shortcut[] = []

/** Single-key shortcuts can be turned off (WCAG 2.1.4); those with `mod` always work. */
const storageKey = 'timbre.keys-off'
export const areShortcutsOff = () => localStorage.getItem(storageKey) === '1'
export function setShortcutsOff(isOff: boolean): void {
  localStorage.setItem(storageKey, isOff ? '1' : '')
  notifyListeners()
}

/** A shortcut that works while the component is mounted. */
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

/** All active shortcuts, for the list. */
export function useShortcuts(): readonly Shortcut[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => snapshot,
  )
}

function notifyListeners(): void {
  snapshot = [...entries].map(({ current }) => current)
  for (const listener of listeners) listener()
}

let first = { key: '', at: 0 }

/** The single key listener. Text fields and open dialogs keep their keys. */
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
    const shortcut = [...entries]
      .map(({ current }) => current)
      .find(({ keys }) => keys === pair || keys === key)
    first = shortcut ? { key: '', at: 0 } : { key, at: Date.now() }
    if (!shortcut) return
    event.preventDefault()
    shortcut.run()
  })
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName)) &&
    !(target instanceof HTMLInputElement && /^(checkbox|radio|button)$/.test(target.type))
  )
}
