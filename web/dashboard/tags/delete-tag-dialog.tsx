import type { CountedTag } from '../client/queries.ts'
import { Dialog } from '../ui/dialog.tsx'
import { pluralizePeople } from '../words/pluralize.ts'

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
    <Dialog title={`Delete ${tag.label}`} width={420} onClose={onClose}>
      <p>
        {pluralizePeople(tag.profileCount)} lose this tag. The people stay. With so many, deleting the tag
        can’t be undone.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
        <button
          type="button"
          className="button button-main"
          onClick={() => {
            onClose()
            onDelete(tag)
          }}
        >
          Delete the tag
        </button>
      </div>
    </Dialog>
  )
}
