import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createSecretKeyring } from '../../identity/secret-keyring.ts'
import { createCsrfProtection } from './csrf.ts'

const { createToken, verifyForm } = createCsrfProtection(createSecretKeyring([randomBytes(32)]))
const form = (proof: string) => new URLSearchParams({ proof })

describe('the proof of a form', () => {
  test('holds in its session and for its purpose', () => {
    expect(() => verifyForm(form(createToken('mine', 'remove')), 'mine', 'remove')).not.toThrow()
  })

  test.each([
    ['of another session', createToken('theirs', 'remove')],
    ['of another purpose', createToken('mine', 'invite')],
    [
      'under another key',
      createCsrfProtection(createSecretKeyring([randomBytes(32)])).createToken('mine', 'remove'),
    ],
    ['that is empty', ''],
    ['that is cut', createToken('mine', 'remove').slice(0, -2)],
  ])('refuses one %s', (_, proof) => {
    expect(() => verifyForm(form(proof), 'mine', 'remove')).toThrow('This form is too old')
  })

  test('refuses a form without one', () => {
    expect(() => verifyForm(new URLSearchParams(), 'mine', 'remove')).toThrow('This form is too old')
  })
})
