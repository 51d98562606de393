import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecretKeyring } from '../../identity/secret-keyring.ts'
import { createCsrfProtection } from './csrf.ts'

const { createToken, verifyForm } = createCsrfProtection(createSecretKeyring([randomBytes(32)]))
const form = (token: string) => new URLSearchParams({ proof: token })

describe('a CSRF token', () => {
  test('is valid in its session and for its purpose', () => {
    expect(() => verifyForm(form(createToken('mine', 'remove')), 'mine', 'remove')).not.toThrow()
  })

  test.each([
    ['of another session', createToken('theirs', 'remove')],
    ['for another purpose', createToken('mine', 'invite')],
    [
      'under another key',
      createCsrfProtection(createSecretKeyring([randomBytes(32)])).createToken('mine', 'remove'),
    ],
    ['that is empty', ''],
    ['that is truncated', createToken('mine', 'remove').slice(0, -2)],
  ])('is refused: one %s', (_, proof) => {
    expect(() => verifyForm(form(proof), 'mine', 'remove')).toThrow('This form has expired')
  })

  test('is required', () => {
    expect(() => verifyForm(new URLSearchParams(), 'mine', 'remove')).toThrow('This form has expired')
  })
})
