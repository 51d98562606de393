import { describe, expect, test } from 'vitest'
import { acceptedLocale } from './language.ts'

describe('the language that a browser accepts', () => {
  test.each([
    [undefined, 'en'],
    ['', 'en'],
    ['de', 'de'],
    ['DE-at', 'de'],
    ['en-GB,en;q=0.9,de;q=0.8', 'en'],
    ['de;q=0.3, fr;q=0.9, es;q=0.5', 'fr'],
    ['sv, fi;q=0.9, nl;q=0.2', 'nl'],
    ['sv-SE, sv;q=0.8', 'en'],
    ['ja-JP', 'jp'],
    ['ko-KR,ko;q=0.9', 'ko'],
    ['pt-PT', 'pt_BR'],
    ['pt-BR,pt;q=0.9,en;q=0.8', 'pt_BR'],
    ['zh-TW,zh;q=0.9,en-US;q=0.8', 'zh_CN'],
    ['zh-Hant-HK', 'zh_CN'],
    ['en;q=0.5, zh-TW;q=0.4', 'en'],
    ['*', 'en'],
    ['sv, *;q=0.5', 'en'],
    ['es;q=0.4, *;q=0.5', 'en'],
    ['es;q=0.6, *;q=0.5', 'es'],
    ['en;q=0, *', 'de'],
    ['en;q=0, de;q=0, *', 'es'],
    ['de;q=0, de-AT', 'en'],
    ['de-AT;q=0, de', 'de'],
    ['fr ; q = 1 , de', 'fr'],
    // Breton, Chuvash and Kanuri readers get English, though these codes look like some of ours.
    ['br, jp, kr, cn', 'en'],
    ['de;q=2, fr;q=x, nl;q=-1, es;q=0.1', 'es'],
    [`${'sv,'.repeat(5_000)}de`, 'en'],
    [';;;,,,q=1', 'en'],
  ])('%j is read in %s', (header, locale) => {
    expect(acceptedLocale(header)).toBe(locale)
  })
})
