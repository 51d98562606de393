import { expect, test } from 'vitest'
import { pressAction } from './row-press.ts'

const press = { isOwn: false, isMarking: false, isChoosing: false }

test.each([
  ['a press opens the person', {}, 'open'],
  ['while people are chosen it chooses', { isChoosing: true }, 'choose'],
  ['text that is being marked is left alone', { isMarking: true }, 'nothing'],
  ['links, boxes and buttons answer for themselves', { isOwn: true }, 'nothing'],
  ['they do so too while people are chosen', { isOwn: true, isChoosing: true }, 'nothing'],
] as const)('on a row %s', (_, fields, meaning) => {
  expect(pressAction({ ...press, ...fields })).toBe(meaning)
})
