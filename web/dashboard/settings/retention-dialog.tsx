import { count } from '../language/fill.ts'
import { TypeNameDialog } from '../ui/type-name-dialog.tsx'
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
  const { title, verb, text } = words.retention.confirm
  return (
    <TypeNameDialog
      title={count(title, days)}
      verb={count(verb, days)}
      name={accountName}
      onSubmit={onConfirm}
      onClose={onClose}
    >
      <div className="retention-preview">
        <DuePeople preview={preview} />
      </div>
      <p>{text}</p>
    </TypeNameDialog>
  )
}
