import { describe, expect, test } from 'vitest'
import { assessmentIds } from '../contract/shapes.ts'
import { canonicalJson, formHash } from './form-hash.ts'
import { coreDesign, discForm, discFormNamed, focusForm, formId, formIds } from './forms.ts'

describe('the forms', () => {
  test('are frozen deeply', () => {
    for (const form of [focusForm, discForm, coreDesign]) expect(Object.isFrozen(form)).toBe(true)
    expect(() => Object.assign(discForm.blocks[0]?.statements[0] as object, { letter: 'C' })).toThrow(
      TypeError,
    )
  })

  test('have the hashes that results on them were stored with', () => {
    const hashes = assessmentIds.flatMap((id) => formIds(id).map((form) => [form, formHash(id, form)]))
    expect(Object.fromEntries(hashes)).toEqual(golden)
  })

  test('end with the current one, which is meant where none is named', () => {
    for (const id of assessmentIds) {
      expect(formIds(id).at(-1)).toBe(formId(id))
      expect(formHash(id)).toBe(formHash(id, formId(id)))
    }
  })

  test('are not found by the id of another assessment, or by one that is unknown', () => {
    expect(() => formHash('disc', 'focus-120-1')).toThrow('There is no form focus-120-1 of disc.')
    expect(() => formHash('focus', 'focus-1')).toThrow(RangeError)
    expect(() => discFormNamed('disc-1')).toThrow('There is no form disc-1 of DISC.')
  })
})

/** Every stored result carries one of these, so a hash is only ever added: a changed form is another form. */
const golden = {
  'disc-24-1': '74f88f685f3082ece7e872e11d06ce2258f0680e16ec6f8dce87712df2382075',
  'disc-24-2': '359fbcb67377730dcb4361127652c92358485a93ac3278944368b11fc1abf6d9',
  'focus-120-1': '9da85665bc4084cc2ea781864cabc93d5e5d399b9c9676d4886881650b57d316',
  'focus-60-1': '5e6946f4e940afabbfa84be37936af4422765817d08701253aac581a1e8fa469',
  'core-13-1': 'f8b0903f187453a83badf129b375b90a715b95985908a1634eb9e10673964624',
}

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
