import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from './icon.tsx'

const fields = 'input:not([type=checkbox], [type=radio], [type=file]), textarea, [data-first]'

/**
 * A dialog over the page: the browser's own, which keeps the focus inside, closes with Escape and gives the focus
 * back. Mounting opens it.
 */
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
  // Closed before it leaves the document: a dialog that is taken out open does not give the focus back.
  useLayoutEffect(() => {
    const opened = dialog.current
    opened?.showModal()
    // The browser would begin at the button that closes; who opens a dialog with a field means to type.
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
        <button type="button" className="icon-button" aria-label="Close" onClick={onClose}>
          <Icon name="close" size={22} />
        </button>
      </header>
      {children}
    </dialog>
  )
}
