import { describe, expect, test } from 'vitest'
import { renderSignInEmail } from './sign-in-email.ts'

describe('signInLetter', () => {
  const letter = renderSignInEmail({ to: 'ada@example.com', code: '048213', minutes: 10, locale: 'en' })

  test('holds the code once in each form, and its text no other number of six digits', () => {
    expect(letter.text.match(/\b\d{6}\b/g)).toEqual(['048213'])
    expect(letter.text.split('\n')).toContain('048213')
    expect(letter.html.split('048213')).toHaveLength(2)
  })

  test('shows no code where others look: in the subject and in the preview line', () => {
    expect(letter.subject).not.toMatch(/\d/)
    const preview = /<div style="display:none[^"]*">([^&]*)/.exec(letter.html)?.[1]
    expect(preview).toContain('10 minutes')
    expect(preview).not.toContain('048213')
  })

  test('has no link, and fills every slot', () => {
    expect(letter.html).not.toMatch(/<a |https?:/)
    expect(`${letter.subject}${letter.text}${letter.html}`).not.toMatch(/\{\w+\}|undefined/)
  })
})
