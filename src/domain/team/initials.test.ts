import { describe, expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

const named = (...names: [string | null, string | null][]) =>
  initialsOf(names.map(([firstName, lastName]) => ({ firstName, lastName })))

describe('initials', () => {
  test.each([
    ['Noor', 'Okafor', 'NO'],
    ['María José', 'Fernández García', 'MF'],
    ['łukasz', 'wójcik', 'ŁW'],
    ['Femke', 'de Vries', 'FV'],
    ['Anna', 'von der Leyen', 'AL'],
    ['Jean-Luc', "O'Brien", 'JO'],
    ['Ada', null, 'A'],
    [null, 'Osei', 'O'],
    ['美咲', '佐藤', '佐藤'],
    ['思远', '陈', '陈思'],
    ['서연', '김', '김서'],
    ['陈思远', null, '陈思'],
    ['أحمد', 'حداد', 'أح'],
    ['(Kim)', '{{goal}}', 'KG'],
    ['ß', 'ﬁsh', 'ßﬁ'],
    [null, null, '1'],
    ['…', '!', '1'],
  ])('of %s %s are %s', (first, last, initials) => {
    expect(named([first, last])).toEqual([initials])
  })

  test('get more letters if they would be equal, on both sides and in any order', () => {
    const people: [string, string][] = [
      ['Sam', 'Smith'],
      ['Sue', 'Summers'],
      ['Bo', 'Lind'],
    ]
    expect(named(...people)).toEqual(['SSm', 'SSu', 'BL'])
    expect(named(...people.toReversed())).toEqual(['BL', 'SSu', 'SSm'])
  })

  test('of equal names get a number, and nothing else changes', () => {
    expect(named(['Sam', 'Twice'], ['Ada', 'Osei'], ['Sam', 'Twice'])).toEqual(['ST1', 'AO', 'ST2'])
    expect(named([null, null], ['1', null], [null, null])).toEqual(['2', '1', '3'])
  })

  test('distinguish a hundred people with four characters', () => {
    const first = ['Ada', 'Bo', 'Sam', 'Sue', 'Lin', 'Ana', '美咲', '서연', '思远', 'Zoë']
    const last = ['Osei', 'Okafor', 'Smith', 'Summers', '佐藤', '김', '陈', 'Ito', 'Idris', 'Lee']
    const all = named(...first.flatMap((one) => last.map((other): [string, string] => [one, other])))
    expect(new Set(all).size).toBe(100)
    expect(Math.max(...all.map((one) => [...one].length))).toBeLessThanOrEqual(4)
  })
})
