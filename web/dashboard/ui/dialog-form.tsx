import type { ReactNode } from 'react'
import { FailureNote } from './failure-note.tsx'
import { words } from './words.ts'

/** A form in a dialog: fields, error, and two buttons. */
export function DialogForm({
  verb,
  isBusy,
  isReady = true,
  error,
  onSubmit,
  onClose,
  children,
}: {
  /** The label of the submit button: "Save tags". */
  verb: string
  isBusy: boolean
  isReady?: boolean
  error?: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const isOff = isBusy || !isReady
  return (
    <form
      noValidate
      className="dialog-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) onSubmit()
      }}
    >
      {children}
      {error != null && <FailureNote error={error} />}
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button type="submit" className="button button-main" aria-disabled={isOff}>
          {verb}
        </button>
      </div>
    </form>
  )
}
