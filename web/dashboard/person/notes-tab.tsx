import { useMutation, useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { call } from '../client/call.ts'
import { queryClient } from '../client/queries.ts'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { fill } from '../language/fill.ts'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { shortPersonName } from '../words/person-name.ts'
import { NoteField } from './note-field.tsx'
import { NoteItem } from './note-item.tsx'
import { PersonSection } from './person-section.tsx'
import { notesQuery } from './queries.ts'
import { words } from './words.ts'

/**
 * The user's own notes about the person. They have a tab of their own, so that no one reads them by chance on a shared
 * screen.
 */
export function NotesTab({ profile }: { profile: Profile }) {
  const notes = useQuery(notesQuery(profile.id))
  const { mayRead } = useRights()
  const field = useRef<HTMLTextAreaElement>(null)
  const name = shortPersonName(profile)
  return (
    <PersonSection id="notes" title={words.notes.title} note={fill(words.notes.note, { name })}>
      {mayRead && <NewNote profileId={profile.id} field={field} />}
      {notes.isPending && <Skeleton width="100%" height={120} />}
      {notes.error && <FailureNote error={notes.error} retry={() => void notes.refetch()} />}
      {notes.data?.length === 0 && <p className="second">{fill(words.notes.none, { name })}</p>}
      {notes.data && notes.data.length > 0 && (
        <ul className="person-notes" aria-label={words.notes.list}>
          {notes.data.map((note) => (
            <NoteItem key={note.id} note={note} onDeleted={() => field.current?.focus()} />
          ))}
        </ul>
      )}
    </PersonSection>
  )
}

/** Texts that were begun, by person: another tab of the page must not lose them. They are gone with the page. */
const drafts = new Map<string, string>()

function NewNote({
  profileId,
  field,
}: {
  profileId: string
  field: React.RefObject<HTMLTextAreaElement | null>
}) {
  const [text, setText] = useState(drafts.get(profileId) ?? '')
  const intention = useIdempotencyKey()
  const change = (next: string) => {
    drafts.set(profileId, next)
    setText(next)
  }
  const saving = useMutation({
    mutationFn: () => {
      const body = { profileId, text }
      return call('POST /member/notes', { body, idempotencyKey: intention.keyFor(body) })
    },
    async onSuccess() {
      intention.done()
      change('')
      field.current?.focus()
      await queryClient.invalidateQueries(notesQuery(profileId))
    },
  })
  const isOff = saving.isPending || text.trim() === ''
  return (
    <form
      className="person-note-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOff) saving.mutate()
      }}
    >
      <NoteField ref={field} label={words.notes.new} value={text} onChange={change} />
      {saving.error && <FailureNote error={saving.error} />}
      <button type="submit" className="button" aria-disabled={isOff}>
        {words.notes.add}
      </button>
      <span className="out-of-sight" role="status">
        {saving.isSuccess && text === '' ? words.notes.added : ''}
      </span>
    </form>
  )
}
