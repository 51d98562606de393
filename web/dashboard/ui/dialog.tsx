import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'
import { words } from './words.ts'

const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [data-first]'

/** A native modal dialog: it traps focus, closes on Escape and restores focus. It opens on mount. */
export function Dialog({
  title,
  onClose,
  width = 560,
  children,
}: {
  title: string
  onClose: () => void
  width?: 420 | 560 | 920
  children: ReactNode
}) {
  const dialog = useRef<HTMLDialogElement>(null)
  // Close before unmounting: a dialog removed while open does not restore focus.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // Browsers would focus the close button first. In a dialog with a field, the user wants to type.
    opened?.querySelector<HTMLElement>(fields)?.focus()
    return () => opened?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      data-width={width}
      aria-labelledby="dialog-title"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
    >
      <header className="dialog-head">
        <h2 id="dialog-title" className="section">
          {title}
        </h2>
        <button type="button" className="icon-button" aria-label={words.close} onClick={onClose}>
          <Icon name="close" size={22} />
        </button>
      </header>
      {children}
    </dialog>
  )
}
