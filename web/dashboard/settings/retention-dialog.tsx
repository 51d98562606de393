import { useState } from 'react'
import { count } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { isTypedName } from '../words/person-name.ts'
import { DuePeople, type DuePreview } from './retention-preview.tsx'
import { words } from './words.ts'

/** Asks for the account's name before days are saved that delete someone. */
export function RetentionDialog({
  days,
  preview,
  accountName,
  onConfirm,
  onClose,
}: {
  days: number
  preview: DuePreview
  accountName: string
  onConfirm: () => void
  onClose: () => void
}) {
  const [typed, setTyped] = useState('')
  return (
    <Dialog title={count(words.retention.confirm.title, days)} onClose={onClose}>
      <DialogForm
        verb={count(words.retention.confirm.verb, days)}
        isBusy={false}
        isReady={isTypedName(typed, accountName)}
        onSubmit={onConfirm}
        onClose={onClose}
      >
        <div className="retention-preview">
          <DuePeople preview={preview} />
        </div>
        <p>{words.retention.confirm.text}</p>
        <label className="field-label">
          <span>
            <Sentence text={words.retention.confirm.type} slots={{ name: <strong>{accountName}</strong> }} />
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
