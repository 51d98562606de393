import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  checkExpression,
  type ExpressionVerdict,
  expressionsInCode,
  verdictFile,
} from '../scripts/regular-expressions.ts'

/**
 * Expressions with quadratic time, and why that is harmless: the input is short, valid or trusted, or they only run in
 * the reader's own browser. All others are linear.
 */
const argued: Record<string, string> = {
  '/\\/+$/': 'addresses that the operator sets',
  '/[\\p{L}\\p{N}+.-]*:[/\\\\]{2,}/gu': 'names of at most 200 characters',
  '/"[^"\\\\]*(?:\\\\.[^"\\\\]*)*"(?:\\s*:)?|[{}]/g':
    'JSON that was parsed before: every quotation mark has its pair',
  '/<script>([\\s\\S]*?)<\\/script>/g': 'a page that the protocol library made',
  '/\\s*%$/': 'a percentage in a form field of at most 20 characters',
  '/[.,;:!?\'")\\]]+$/': 'links in the messages that the demo keeps, which the service wrote',
  '/%.*$/': 'the address of a connection',
  '/\\+[^@]*@/': 'an email address that was checked, of at most 254 characters',
  '/^#{1,6}\\s+(.*)$/': 'a line of a debrief, in the frame of the program that shows it',
  '/^([-*+]|\\d{1,3}[.)])\\s+(.+)$/': 'a line of a debrief, in the frame of the program that shows it',
  '/^([^,]+),\\s*(.+)$/': 'a line that a member pastes, in their own browser',
  '/[^\\s<>"(),;:]*@[^\\s<>"(),;]*/': 'a line that a member pastes, in their own browser',
  '/(?:\\+|\\b00)?[\\s(]*\\d[\\d\\s().\\-/]{4,}\\d/': 'a line that a member pastes, in their own browser',
  '/^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$/': 'a field that a member fills in, in their own browser',
  '/([;\\t\\r\\n]["\\s]*)([=+\\-@＝＋－＠])/g': 'a cell of an export, in the browser of the member',
  '/(`[^`]*`|\\[[^\\]]*\\]\\([^)]*\\))/': 'our own description of the API',
  '/\\s*\\n\\s*/g': 'our own description of the API',
  '/(tmb_(?:secret|link|share|report|take|person|login|attempt|known|provider|code|rt|reg|stop|notices|ats)_)[\\w-]+|(?<=:\\/\\/)[^\\s/@"]*:[^\\s/@"]*(?=@)|eyJ[\\w-]+\\.[\\w-]+\\.[\\w-]*|[\\w.!#$%&\'*+/=?^`{|}~-]+@[\\w.-]+\\.[a-z]{2,}/gi':
    'a line of the log: templates of routes, ids and messages of errors, nothing that a caller sends at length',
}

describe('regular expressions of the code', () => {
  const found = expressionsInCode()
  const verdicts: Record<string, ExpressionVerdict> = JSON.parse(readFileSync(verdictFile, 'utf8'))

  test('are all checked for backtracking; for a new one run npm run regular-expressions', () => {
    expect(found.size).toBeGreaterThan(200)
    expect(Object.keys(verdicts).sort()).toEqual([...found.keys()].sort())
  })

  test('take linear time, except for justified ones', () => {
    const others = Object.keys(verdicts).filter((name) => verdicts[name] !== 'linear')
    expect(others.sort()).toEqual(Object.keys(argued).sort())
  })

  const compareToday = async (count: number) => {
    const names = [...found.keys()].filter((name) => name.length < 40)
    for (const name of names.sort(() => Math.random() - 0.5).slice(0, count)) {
      const { pattern, flags } = found.get(name) ?? { pattern: '', flags: '' }
      const today = await checkExpression(pattern, flags, 2_000)
      if (today !== 'unknown') expect(today, name).toBe(verdicts[name])
    }
  }
  test('have the same result today, as twelve of them show', { tags: 'long' }, () => compareToday(12))

  test('with exponential or cubic time are refused', { tags: 'long' }, async () => {
    await expect(checkExpression('^(a+)+$', '', 5_000)).rejects.toThrow('exponential')
    await expect(checkExpression('^a*a*a*b$', '', 5_000)).rejects.toThrow('polynomial')
  })
})
