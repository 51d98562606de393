import { describe, expect, test } from 'vitest'
import { commandOf, type KeyPress } from './keys.ts'

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
  test('digits choose, Backspace goes back, ? shows the list', () => {
    expect(commandOf(press('3'), 'page', true)).toEqual({ type: 'digit', digit: 3 })
    expect(commandOf(press('Backspace'), 'control', true)).toEqual({ type: 'back' })
    expect(commandOf(press('?'), 'page', true)).toEqual({ type: 'help' })
  })

  test('Enter presses the main button, unless a control has the focus and takes it itself', () => {
    expect(commandOf(press('Enter'), 'page', true)).toEqual({ type: 'next' })
    expect(commandOf(press('Enter'), 'control', true)).toBeUndefined()
  })

  test('keys of one character can be switched off, the others stay', () => {
    expect(commandOf(press('3'), 'page', false)).toBeUndefined()
    expect(commandOf(press('Enter'), 'page', false)).toEqual({ type: 'next' })
  })

  test.each([
    { repeat: true },
    { ctrlKey: true },
    { metaKey: true },
    { altKey: true },
    { defaultPrevented: true },
  ])('a key with %o is not ours', (more) => {
    expect(commandOf(press('3', more), 'page', true)).toBeUndefined()
  })

  test('a field takes its own keys', () => {
    expect(commandOf(press('Backspace'), 'text', true)).toBeUndefined()
  })
})
