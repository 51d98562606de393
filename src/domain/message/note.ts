import { oneLine } from './sanitize.ts'

/** Maximum number of characters of a personal note. */
export const maxNoteLength = 500
const maxNoteLines = 12

/**
 * A note as it is stored: plain lines without control characters, direction marks and zero-width characters, and at most
 * one empty line between two others.
 */
export function cleanNote(text: string): string {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/).map(oneLine)
  return lines
    .filter((line, place) => line !== '' || lines[place - 1] !== '')
    .join('\n')
    .trim()
}

/**
 * Why strangers must not get this note; undefined if they may. The account that writes it is known, but its members'
 * keys may be stolen, so a note can't be a way to send people to a page or an address: it has nothing that a mail program
 * turns into a link. Such notes are refused and not changed, so that no one sends what they haven't written.
 */
export function findNoteProblem(note: string): string | undefined {
  // The compatibility form turns look-alikes of dots, slashes and @ into these.
  const plain = note.normalize('NFKC')
  if (linkPatterns.some((pattern) => pattern.test(plain))) {
    return 'must not contain web or email addresses: leave them out, and put a blank after each full stop'
  }
  return note.split('\n').length > maxNoteLines ? `has too many lines: at most ${maxNoteLines}` : undefined
}

const linkPatterns = [
  /:[/\\]{2}/,
  /\b(?:mailto|tel|sms|javascript|data):/i,
  /\bwww\./i,
  /@/,
  // A dot in the middle of a word, as in a host name.
  /[^\s.]\.\p{L}{2}/u,
  /[a-z\d]\u3002[a-z\d]{2}/i,
  /\d\.\d{1,3}\.\d{1,3}\.\d/,
]
