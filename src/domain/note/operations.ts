import { z } from 'zod'
import { dashboardClientId } from '../../contract/authorization.ts'
import { Failure, forbidden } from '../../contract/failure.ts'
import { type Context, operation } from '../../contract/operation.ts'
import type { SealContext } from '../../contract/secret-key.ts'
import { PublicId } from '../../contract/shapes.ts'
import { maxNotes, Note, NoteText } from './model.ts'
import {
  hasPerson,
  insertNote,
  listNoteRows,
  lockAndCountNotes,
  lockNote,
  type NoteRow,
  removeNote,
  updateNoteText,
  type Writer,
} from './store.ts'

// Nobody but the writer reads a note: no owner, no other member, no API key and no app that the writer has connected,
// because no scope says "your private notes". So the dashboard alone can call these. They need no scope to write: nothing
// of the account changes that anyone else sees. There is no event, which would tell others.

const group = 'notes'
const restricted = "For the member who is signed in to Timbre's dashboard. Apps and API keys get 403."

export const listNotes = operation({
  name: 'list_notes',
  summary: 'List your notes about a person',
  description: `Those that the member wrote, newest first; at most ${maxNotes}. ${restricted}`,
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['forbidden', 'missing'],
  input: z.strictObject({ profileId: PublicId }),
  output: z.array(Note),
  rest: { group, route: 'GET /member/notes', sdk: 'notes.list', key: 'notes', status: 200 },
  async run(context, { profileId }) {
    const writer = writerOf(context)
    const { sql, account } = context
    if (!(await hasPerson(sql, account.id, profileId))) throw new Failure('profile_not_found')
    const rows = await listNoteRows(sql, writer, profileId)
    return { resource: rows.map((row) => noteOf(context, writer, row)) }
  },
})

export const createNote = operation({
  name: 'create_note',
  summary: 'Write a note about a person',
  description:
    'Only its writer can read it; it is stored sealed, and deleted with the person. The audit log says that it was ' +
    `written, not what. At most ${maxNotes} about one person. ${restricted}`,
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'adds',
  emits: [],
  refuses: ['forbidden', 'missing', 'conflict'],
  input: z.strictObject({ profileId: PublicId, text: NoteText }),
  output: Note,
  rest: { group, route: 'POST /member/notes', sdk: 'notes.create', key: 'note', status: 201 },
  async run(context, { profileId, text }) {
    const writer = writerOf(context)
    const { sql, account, newId, now } = context
    if (!(await hasPerson(sql, account.id, profileId))) throw new Failure('profile_not_found')
    if ((await lockAndCountNotes(sql, writer, profileId)) >= maxNotes) throw new Failure('too_many_notes')
    const [id, at] = [newId(), now()]
    const place = placeOf(writer, { id, profileId })
    const sealed = context.installation.secretKey.seal(text, place)
    await insertNote(sql, writer, { id, profileId, sealed, now: at })
    const time = at.toISOString()
    return {
      resource: { id, profileId, text, createdAt: time, updatedAt: time },
      changes: [changeOf(profileId, id)],
    }
  },
})

export const updateNote = operation({
  name: 'update_note',
  summary: 'Change a note',
  description: `Replaces the text. ${restricted}`,
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'status',
  issues: 'nothing',
  effect: 'replaces',
  emits: [],
  refuses: ['forbidden', 'missing'],
  input: z.strictObject({ noteId: PublicId, text: NoteText }),
  output: Note,
  rest: { group, route: 'PATCH /member/note/{noteId}', sdk: 'notes.update', key: 'note', status: 200 },
  async run(context, { noteId, text }) {
    const writer = writerOf(context)
    const { sql, now, installation } = context
    const row = await lockNote(sql, writer, noteId)
    if (!row) throw new Failure('note_not_found')
    const before = noteOf(context, writer, row)
    if (before.text === text) return { resource: before, changes: [] }
    const at = now()
    const sealed = installation.secretKey.seal(text, placeOf(writer, row))
    await updateNoteText(sql, writer, { id: noteId, sealed, now: at })
    return {
      resource: { ...before, text, updatedAt: at.toISOString() },
      changes: [changeOf(row.profileId, noteId)],
    }
  },
})

export const deleteNote = operation({
  name: 'delete_note',
  summary: 'Delete a note',
  description: restricted,
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'nothing',
  issues: 'nothing',
  effect: 'replaces',
  evenBeyondQuotas: true,
  emits: [],
  refuses: ['forbidden', 'missing'],
  input: z.strictObject({ noteId: PublicId }),
  output: z.null(),
  rest: { group, route: 'DELETE /member/note/{noteId}', sdk: 'notes.delete', status: 204 },
  async run(context, { noteId }) {
    const profileId = await removeNote(context.sql, writerOf(context), noteId)
    if (!profileId) throw new Failure('note_not_found')
    return { resource: null, changes: [changeOf(profileId, noteId)] }
  },
})

/** The member at the dashboard, from the token alone. */
function writerOf({ account, caller }: Pick<Context, 'account' | 'caller'>): Writer {
  if (caller.kind === 'delegate' && caller.clientId === dashboardClientId)
    return { accountId: account.id, memberId: caller.memberId }
  throw forbidden("Notes are private. Members write and read them in Timbre's dashboard only.")
}

/** Names the writer as the caller: even a row that was read by mistake can't be opened for someone else. */
function placeOf({ accountId, memberId }: Writer, note: Pick<NoteRow, 'id' | 'profileId'>): SealContext {
  return `coaching_note:${accountId}:${memberId}:${note.profileId}:${note.id}`
}

function noteOf({ installation }: Pick<Context, 'installation'>, writer: Writer, row: NoteRow): Note {
  const text = installation.secretKey.unseal(row.sealed, placeOf(writer, row)).toString('utf8')
  const { id, profileId, createdAt, updatedAt } = row
  return { id, profileId, text, createdAt, updatedAt }
}

/** Who wrote about whom, and nothing of the text. */
function changeOf(profileId: string, noteId: string) {
  return { target: { type: 'profile', id: profileId }, changes: { noteId } } as const
}
