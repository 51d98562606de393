import { expect, test } from 'vitest'
import { addressed, hedged } from './debrief-markup.ts'

test('a hedge is only in the hedged version', () => {
  expect(hedged('You [probably ]start early.')).toEqual({
    sure: 'You start early.',
    likely: 'You probably start early.',
  })
  expect(hedged('No way [leads|seems to lead].')).toEqual({
    sure: 'No way leads.',
    likely: 'No way seems to lead.',
  })
})

test('a sentence that begins with its hedge begins with a capital without it too', () => {
  expect(hedged('[Probablemente ]imagina mucho.').sure).toBe('Imagina mucho.')
})

test('a text to the person and about the person', () => {
  expect(addressed('<Sie fangen|@ fängt> früh an.')).toEqual({
    to: 'Sie fangen früh an.',
    about: '{name} fängt früh an.',
  })
  expect(addressed('Ein Vorschlag.')).toEqual({ to: 'Ein Vorschlag.', about: 'Ein Vorschlag.' })
})
