import { describe, expect, test } from 'vitest'
import { renderSignInEmail } from './sign-in-email.ts'

describe('renderSignInEmail', () => {
  const email = renderSignInEmail({ to: 'ada@example.com', code: '048213', minutes: 10, locale: 'en' })

  test('has the code once in each form, and no other six-digit number in its text', () => {
    expect(email.text.match(/\b\d{6}\b/g)).toEqual(['048213'])
    expect(email.text.split('\n')).toContain('048213')
    expect(email.html.split('048213')).toHaveLength(2)
  })

  test('shows no code in the subject and in the preview line', () => {
    expect(email.subject).not.toMatch(/\d/)
    const preview = /<div style="display:none[^"]*">([^&]*)/.exec(email.html)?.[1]
    expect(preview).toContain('10 minutes')
    expect(preview).not.toContain('048213')
  })

  test('has no link, and fills every slot', () => {
    expect(email.html).not.toMatch(/<a |https?:/)
    expect(`${email.subject}${email.text}${email.html}`).not.toMatch(/\{\w+\}|undefined/)
  })
})
