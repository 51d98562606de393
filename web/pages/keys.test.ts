import { describe, expect, test } from 'vitest'
import { type KeyPress, keyCommandOf } from './keys.ts'

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  repeat: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  defaultPrevented: false,
  ...more,
})

describe('commandOf', () => {
  test('digits select, Backspace goes back, ? shows the list', () => {
    expect(keyCommandOf(press('3'), 'page', true)).toEqual({ type: 'digit', digit: 3 })
    expect(keyCommandOf(press('Backspace'), 'control', true)).toEqual({ type: 'back' })
    expect(keyCommandOf(press('?'), 'page', true)).toEqual({ type: 'help' })
  })

  test('Enter presses the main button, unless a focused control handles it', () => {
    expect(keyCommandOf(press('Enter'), 'page', true)).toEqual({ type: 'next' })
    expect(keyCommandOf(press('Enter'), 'control', true)).toBeUndefined()
  })

  test('single-character keys can be turned off, the others stay', () => {
    expect(keyCommandOf(press('3'), 'page', false)).toBeUndefined()
    expect(keyCommandOf(press('Enter'), 'page', false)).toEqual({ type: 'next' })
  })

  test.each([
    { repeat: true },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ])('a key with %o is ignored', (more) => {
    expect(keyCommandOf(press('3', more), 'page', true)).toBeUndefined()
  })

  test('a field handles its own keys', () => {
    expect(keyCommandOf(press('Backspace'), 'text', true)).toBeUndefined()
  })
})
