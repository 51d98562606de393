import { describe, expect, test } from 'vitest'
import { instruments } from '../../scripts/instruments.ts'
import type { DiscChoice } from './disc.ts'
import { provenance, scoreSheet } from './score.ts'
import core from './vectors/core.json' with { type: 'json' }
import disc from './vectors/disc.json' with { type: 'json' }
import focus from './vectors/focus.json' with { type: 'json' }

describe('scoreSheet', () => {
  test('scores the families in the sheet and omits the others', () => {
    const sheet = {
      focus: focus[5]?.answers ?? [],
      disc: disc[6]?.choices as DiscChoice[],
      core: core[0]?.answers ?? [],
    }
    const scores = scoreSheet(sheet, instruments, 'any', '1.0.0')
    expect(scores.focus).toEqual(focus[5]?.expected)
    expect(scores.disc).toMatchObject(disc[6]?.expected ?? {})
    expect(scores.core?.first).toBe(core[0]?.expected.ranked[0]?.key)
    expect(Object.keys(scoreSheet({ disc: sheet.disc }, instruments, 'any'))).toEqual(['disc'])
  })
})

describe('provenance', () => {
  test.each([
    ['focus', { form: 'focus-120-1', version: '1.1.0', norm: 'johnson-2014-balanced-1' }],
    ['disc', { form: 'disc-24-2', version: '1.1.0', norm: 'disc-provisional-1' }],
    ['core', { form: 'core-13-1', version: '1.1.0', norm: null }],
  ] as const)('names form, version and norm of %s', (family, expected) => {
    expect(provenance(family, instruments)).toEqual(expected)
  })
})
