import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import type { Note } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { DialogForm } from '../ui/dialog-form.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { When } from '../ui/when.tsx'
import { NoteField } from './note-field.tsx'
import { notesQuery } from './queries.ts'
import { words } from './words.ts'

/** One note: its text and when it was written, to change and delete. */
export function NoteItem({ note, onDeleted }: { note: Note; onDeleted: () => void }) {
  const [mode, setMode] = useState<'read' | 'edit' | 'delete'>('read')
  const editButton = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && mode === 'read') editButton.current?.focus()
    wasEdited.current = mode === 'edit'
  }, [mode])
  if (mode === 'edit') return <EditedNote note={note} onClose={() => setMode('read')} />
  return (
    <li>
      <p className="person-note-text" dir="auto">
        {note.text}
      </p>
      <div className="person-note-foot">
        <span className="note">
          <Times note={note} />
        </span>
        <span className="page-actions">
          <button
            ref={editButton}
            type="button"
            className="button button-small"
            onClick={() => setMode('edit')}
          >
            {words.notes.edit}
          </button>
          <button type="button" className="button button-small" onClick={() => setMode('delete')}>
            {words.notes.delete}
          </button>
        </span>
      </div>
      {mode === 'delete' && <DeleteNote note={note} onClose={() => setMode('read')} onDeleted={onDeleted} />}
    </li>
  )
}

function Times({ note: { createdAt, updatedAt } }: { note: Note }) {
  const created = <When at={createdAt} style="moment" />
  if (updatedAt === createdAt) return created
  const updated = <When at={updatedAt} style="moment" />
  return <Sentence text={words.notes.changed} slots={{ created, updated }} />
}

function EditedNote({ note, onClose }: { note: Note; onClose: () => void }) {
  const [text, setText] = useState(note.text)
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const saving = useMutation({
    mutationFn: () => call('PATCH /member/note/{noteId}', { path: { noteId: note.id }, body: { text } }),
    async onSuccess() {
      await queryClient.invalidateQueries(notesQuery(note.profileId))
      onClose()
    },
  })
  const isOff = saving.isPending || text.trim() === ''
  return (
    <li>
      <form
        className="person-note-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (!isOff) saving.mutate()
        }}
      >
        <NoteField ref={field} label={words.notes.field} value={text} onChange={setText} />
        {saving.error && <FailureNote error={saving.error} />}
        <span className="page-actions">
          <button type="submit" className="button" aria-disabled={isOff}>
            {words.notes.save}
          </button>
          <button type="button" className="button" onClick={onClose}>
            {words.notes.cancel}
          </button>
        </span>
      </form>
    </li>
  )
}

function DeleteNote({
  note,
  onClose,
  onDeleted,
}: {
  note: Note
  onClose: () => void
  onDeleted: () => void
}) {
  const deletion = useMutation({
    mutationFn: () => call('DELETE /member/note/{noteId}', { path: { noteId: note.id } }),
    async onSuccess() {
      onClose()
      onDeleted()
      await queryClient.invalidateQueries(notesQuery(note.profileId))
    },
  })
  return (
    <Dialog title={words.notes.deleting.title} width={420} onClose={onClose}>
      <DialogForm
        verb={words.notes.deleting.verb}
        isBusy={deletion.isPending}
        error={deletion.error}
        onSubmit={() => deletion.mutate()}
        onClose={onClose}
      >
        <p>{words.notes.deleting.text}</p>
      </DialogForm>
    </Dialog>
  )
}
