import { type ReactNode, useState } from 'react'
import { Sentence } from '../language/sentence.tsx'
import { isTypedName } from '../words/person-name.ts'
import { Dialog } from './dialog.tsx'
import { DialogForm } from './dialog-form.tsx'
import { words } from './words.ts'

/** Asks for a name to be typed before something is done that nobody can undo. `children` says what would be lost. */
export function TypeNameDialog({
  title,
  verb,
  name,
  isBusy = false,
  error,
  onSubmit,
  onClose,
  children,
}: {
  title: string
  /** The label of the submit button: "Delete profile". */
  verb: string
  name: string
  isBusy?: boolean
  error?: unknown
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={title} onClose={onClose}>
      <DialogForm
        verb={verb}
        isBusy={isBusy}
        isReady={isTypedName(typed, name)}
        error={error}
        onSubmit={onSubmit}
        onClose={onClose}
      >
        {children}
        <label className="field-label">
          <span>
            <Sentence
              text={words.typeName}
              slots={{ name: <strong className="name-to-type">{name}</strong> }}
            />
          </span>
          <input
            className="field"
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
      </DialogForm>
    </Dialog>
  )
}
