import type { CountedTag } from '../client/queries.ts'
import { count, fill } from '../language/fill.ts'
import { Dialog } from '../ui/dialog.tsx'
import { words } from './words.ts'

/** Asks before a tag is deleted that has too many people for an undo. */
export function DeleteTagDialog({
  tag,
  onDelete,
  onClose,
}: {
  tag: CountedTag
  onDelete: (tag: CountedTag) => void
  onClose: () => void
}) {
  return (
    <Dialog title={fill(words.deletion.title, { tag: tag.label })} width={420} onClose={onClose}>
      <p>{count(words.deletion.text, tag.profileCount)}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          {words.cancel}
        </button>
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            onClose()
            onDelete(tag)
          }}
        >
          {words.deletion.verb}
        </button>
      </div>
    </Dialog>
  )
}
