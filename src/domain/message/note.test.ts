import { expect, test } from 'vitest'
import { cleanNote, findNoteProblem } from './note.ts'

test.each([
  'https://evil.test',
  'hxxp://evil',
  'see www.evil',
  'evil.test/login',
  'EVIL.COM',
  'evil．com',
  'evil․com',
  'evil。com',
  'пример.рф',
  'ada@northwind',
  'ada＠northwind',
  'mailto:ada',
  'Log in at 10.0.0.1',
  'exam\u200bple.com',
  'exam\u00adple.c\u200bom',
])('%j is refused: a mail program may turn it into a link', (note) => {
  expect(findNoteProblem(cleanNote(note))).toContain('addresses')
})

test.each([
  'Hello all, this takes 24.5 minutes. Thank you!',
  'e.g. on 24.12. at 12.30, z.B. am Abend, 5 p.m.',
  'よろしくお願いします。回答は金曜日までに。',
  'So... yes. (J.R.R. says hi)',
  '1.500,00 and 3/4',
])('%j is not', (note) => {
  expect(findNoteProblem(cleanNote(note))).toBeUndefined()
})

test('Lines are kept, and what hides or turns text is removed', () => {
  expect(cleanNote('  One\r\nTwo \n\n\n\nThree\u202e\u0007\t4 \n')).toBe('One\nTwo\n\nThree 4')
  expect(cleanNote('Bcc: x\r\n\r\n<b>hi</b>')).toBe('Bcc: x\n\n<b>hi</b>')
  expect(findNoteProblem('a\n'.repeat(12))).toContain('lines')
})
