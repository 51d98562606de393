import { z } from 'zod'
import { invisibleCharacters, PublicId, Timestamp } from '../../contract/shapes.ts'

/** Notes of one member about one person: a page that can still be read. */
export const maxNotes = 100
const maxTextLength = 2000

/** Plain text with normalized line breaks, without invisible characters. */
export const NoteText = z
  .string()
  .max(maxTextLength, `is too long: at most ${maxTextLength} characters`)
  .meta({
    description: `Plain text, up to ${maxTextLength} characters. Line breaks are kept.`,
    examples: ['Wants to lead the next retrospective. Ask in May how it went.'],
  })
  .transform((text, context) => {
    const lines = text.replace(/\r\n?/g, '\n')
    if (/(?!\n|\t)\p{Cc}/u.test(lines)) {
      context.addIssue({ code: 'custom', message: 'must not contain control characters except line breaks' })
      return z.NEVER
    }
    const cleaned = lines.normalize('NFC').replace(invisibleCharacters, '').trim()
    if (cleaned === '') context.addIssue({ code: 'custom', message: 'must not be empty' })
    return cleaned
  })

export const Note = z
  .strictObject({
    id: PublicId.meta({ description: 'Id of the note.' }),
    profileId: PublicId.meta({ description: 'The person it is about.' }),
    text: z.string().meta({
      description: 'What the member wrote.',
      examples: ['Wants to lead the next retrospective. Ask in May how it went.'],
    }),
    createdAt: Timestamp.meta({ description: 'When it was written.' }),
    updatedAt: Timestamp.meta({ description: 'When it was last changed.' }),
  })
  .meta({ id: 'Note', description: 'What a member wrote down about a person, for nobody else.' })
export type Note = z.output<typeof Note>
