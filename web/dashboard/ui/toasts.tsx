import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { joinSentences } from '../language/formats.ts'
import { Icon } from './icon.tsx'
import { words } from './words.ts'

type Toast = {
  readonly id: number
  readonly text: string
  readonly undo?: (() => void | Promise<void>) | undefined
}

let toasts: readonly Toast[] = []
let nextId = 1
const listeners = new Set<() => void>()

function set(next: readonly Toast[]): void {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a message; with `undo`, for ten seconds with an undo button. An undo that rejects is reported in a message. */
export function showToast(text: string, { undo }: { undo?: () => void | Promise<void> } = {}): void {
  set([...toasts.slice(-2), { id: nextId++, text, undo }])
}

const dismiss = (id: number) => set(toasts.filter((toast) => toast.id !== id))

async function runUndo(toast: Toast): Promise<void> {
  try {
    await toast.undo?.()
  } catch (error) {
    showToast(joinSentences([words.notUndone, errorMessage(error)]))
  }
}

/** The container of toasts, once per page. Screen readers announce each toast. */
export function ToastRegion() {
  const shown = useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => toasts,
  )
  return (
    <div className="toasts" role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </div>
  )
}

/** The countdown pauses while the pointer or focus is on the toast, or another tab is shown. */
function ToastLine({ toast }: { toast: Toast }) {
  const [isHeld, setHeld] = useState(false)
  const [left, setLeft] = useState(toast.undo ? 10 : 5)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!isHeld && !document.hidden) setLeft((seconds) => seconds - 1)
    }, 1_000)
    return () => clearInterval(timer)
  }, [isHeld])
  useEffect(() => {
    if (left <= 0) dismiss(toast.id)
  }, [left, toast.id])
  const hold = { onMouseEnter: () => setHeld(true), onMouseLeave: () => setHeld(false) }
  return (
    <fieldset className="toast" {...hold} onFocus={() => setHeld(true)} onBlur={() => setHeld(false)}>
      <span>{toast.text}</span>
      {toast.undo && (
        <button
          type="button"
          className="toast-button"
          onClick={() => {
            dismiss(toast.id)
            void runUndo(toast)
          }}
        >
          {words.undo}
        </button>
      )}
      <button
        type="button"
        className="icon-button"
        aria-label={words.close}
        onClick={() => dismiss(toast.id)}
      >
        <Icon name="close" size={16} />
      </button>
    </fieldset>
  )
}
