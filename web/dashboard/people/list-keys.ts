import type { KeyboardEvent } from 'react'
import { useShortcut } from '../ui/shortcuts.ts'
import { words } from './words.ts'

/**
 * Keys that move from person to person. They move focus to the name, which is a link, so Enter opens it and screen
 * readers announce it. Arrow keys do the same inside the list, and scroll the page elsewhere.
 */
export function useListKeys(): (event: KeyboardEvent) => void {
  const { shortcuts, title } = words
  useShortcut('j', shortcuts.next, title, () => move(1))
  useShortcut('k', shortcuts.previous, title, () => move(-1))
  useShortcut('x', shortcuts.choose, title, () =>
    rowOf(document.activeElement)?.querySelector<HTMLElement>('input[type=checkbox]')?.click(),
  )
  return (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step === undefined || !rowOf(document.activeElement)) return
    event.preventDefault()
    move(step)
  }
}

function move(step: number): void {
  const rows = [...document.querySelectorAll('[data-person]')]
  const at = rows.indexOf(rowOf(document.activeElement) as Element)
  const next = at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + step))
  rows[next]?.querySelector('a')?.focus()
}

function rowOf(element: Element | null): Element | null | undefined {
  return element?.closest('[data-person]')
}
