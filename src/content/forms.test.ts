import { describe, expect, test } from 'vitest'
import { canonicalJson, formHash } from './form-hash.ts'
import { coreDesign, discForm, focusForm } from './forms.ts'

describe('the forms', () => {
  test('are frozen deeply', () => {
    for (const form of [focusForm, discForm, coreDesign]) expect(Object.isFrozen(form)).toBe(true)
    expect(() => Object.assign(discForm.blocks[0]?.statements[0] as object, { letter: 'C' })).toThrow(
      TypeError,
    )
  })

  test('have different hashes', () => {
    const hashes = (['disc', 'focus', 'core'] as const).map(formHash)
    for (const hash of hashes) expect(hash).toMatch(/^[0-9a-f]{64}$/)
    expect(new Set(hashes).size).toBe(3)
  })
})

describe('canonicalJson', () => {
  test('gives equal bytes for equal values, whatever the order of keys', () => {
    expect(canonicalJson({ b: [1, { d: 'é', c: null }], a: true })).toBe(
      '{"a":true,"b":[1,{"c":null,"d":"é"}]}',
    )
    expect(canonicalJson({ a: 1, b: 2 })).toBe(canonicalJson({ b: 2, a: 1 }))
  })

  test('keeps the order of arrays, which is part of a form', () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]))
  })
})
