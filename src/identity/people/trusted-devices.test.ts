import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createSecretKeyring } from '../secret-keyring.ts'
import { createTrustedDevices } from './trusted-devices.ts'

const [ada, grace] = ['ada@example.com', 'grace@example.com']
const { findDevice, createMark } = createTrustedDevices(createSecretKeyring([randomBytes(32)]))
const idOf = (mark: string | undefined, email: string) => findDevice(mark, email)?.key

test('a mark is valid for its address, and keeps its ID when it is renewed', () => {
  const mark = createMark(ada, undefined)
  const id = idOf(mark, ada)
  expect(id).toMatch(/^[0-9a-f]{32}$/)
  expect(idOf(createMark(ada, mark), ada)).toBe(id)
  expect(idOf(createMark(ada, undefined), ada)).not.toBe(id)
  expect(mark).not.toContain('ada')
})

test('a mark is invalid for another address, under another key, or with another ID', () => {
  const mark = createMark(ada, undefined)
  const other = mark.replace(/_(.)(?=[\w-]{63}$)/, (_, first) => `_${first === 'A' ? 'B' : 'A'}`)
  expect(idOf(mark, grace)).toBeUndefined()
  expect(createTrustedDevices(createSecretKeyring([randomBytes(32)])).findDevice(mark, ada)).toBeUndefined()
  expect(idOf(other, ada)).toBeUndefined()
  for (const text of [undefined, '', 'tmb_known_', `${mark}A`, `tmb_known_${'A'.repeat(64)}`]) {
    expect(idOf(text, ada)).toBeUndefined()
  }
  expect(idOf(createMark(grace, mark), grace)).not.toBe(idOf(mark, ada))
})
