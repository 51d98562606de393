import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createKeyRing } from '../../identity/key-ring.ts'
import { createFormProof } from './csrf.ts'

const { proofFor, refuseUnproven } = createFormProof(createKeyRing([randomBytes(32)]))
const form = (proof: string) => new URLSearchParams({ proof })

describe('the proof of a form', () => {
  test('holds in its session and for its purpose', () => {
    expect(() => refuseUnproven(form(proofFor('mine', 'remove')), 'mine', 'remove')).not.toThrow()
  })

  test.each([
    ['of another session', proofFor('theirs', 'remove')],
    ['of another purpose', proofFor('mine', 'invite')],
    ['under another key', createFormProof(createKeyRing([randomBytes(32)])).proofFor('mine', 'remove')],
    ['that is empty', ''],
    ['that is cut', proofFor('mine', 'remove').slice(0, -2)],
  ])('refuses one %s', (_, proof) => {
    expect(() => refuseUnproven(form(proof), 'mine', 'remove')).toThrow('This form is too old')
  })

  test('refuses a form without one', () => {
    expect(() => refuseUnproven(new URLSearchParams(), 'mine', 'remove')).toThrow('This form is too old')
  })
})
