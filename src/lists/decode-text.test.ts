import { expect, test } from 'vitest'
import { encodedText } from '../../test/support/encoded-text.ts'
import { decodeText } from './decode-text.ts'

const western = 'Größe;Qualité;Año;“œ” €'

test.each([
  ['UTF-8', 'utf-8', 'en', `${western};人事;社員;직원`],
  ['UTF-8 with a byte order mark', 'utf-8', 'en', `\uFEFF${western}`],
  ['UTF-16, little end first', 'utf-16le', 'en', `\uFEFF${western};人事`],
  ['UTF-16, big end first', 'utf-16be', 'ja', `\uFEFF${western};人事`],
])('%s is read without an assumption', (_name, label, language, text) => {
  expect(decodeText(encodedText(text, label), language)).toEqual({ text: text.replace('\uFEFF', '') })
})

test.each([
  ['Windows-1252', 'en', western],
  ['Windows-1252', 'de', western],
  ['Shift_JIS', 'ja', '社員番号;評価（上司）;ﾃｽﾄ;ソ表'],
  ['EUC-KR', 'ko', '사번;평가;부서'],
  ['GBK', 'zh-Hans', '工号;绩效评分;部门'],
])('%s is assumed where people write %s', (encoding, language, text) => {
  const bytes = encodedText(text, encoding.toLowerCase())
  expect(decodeText(bytes, language)).toEqual({ text, encoding })
  // A browser may name a region.
  expect(decodeText(bytes, `${language}-XX`)).toEqual({ text, encoding })
})

test('Windows-1252 is assumed where the encoding of the language does not fit', () => {
  const bytes = encodedText('Noël;€', 'windows-1252')
  expect(decodeText(bytes, 'ja')).toEqual({ text: 'Noël;€', encoding: 'Windows-1252' })
})

test.each(['RIFFAUD;Marie;1', 'RIFF;Nom', 'GIF8;Name', 'PK;Name', 'BM;Name', '%PDF;Anteil', 'Rar!;x'])(
  'a list that begins with "%s" is text',
  (text) => {
    expect(decodeText(encodedText(text, 'utf-8'), 'fr')).toEqual({ text })
    expect(decodeText(encodedText(`${text};é`, 'windows-1252'), 'fr')).toMatchObject({ text: `${text};é` })
  },
)

const bytesOf = (text: string) => encodedText(text, 'windows-1252')

test.each([
  ['GIF', bytesOf('GIF89a\x01')],
  ['an older GIF', bytesOf('GIF87a\x01')],
  ['WebP', bytesOf('RIFF$A@\u0001WEBPVP8 ')],
])('%s is a picture', (_name, bytes) => {
  expect(decodeText(bytes, 'en')).toEqual({ problem: 'notText' })
})

test.each([
  ['nothing but blanks', encodedText('\uFEFF \r\n', 'utf-8'), 'empty'],
  ['a picture', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), 'notText'],
  ['half of a UTF-16 letter', new Uint8Array([0xff, 0xfe, 0x61]), 'otherEncoding'],
  ['bytes that Windows-1252 has no letter for', new Uint8Array([0x7a, 0x8d, 0x40]), 'otherEncoding'],
])('%s is refused', (_name, bytes, problem) => {
  expect(decodeText(bytes, 'en')).toEqual({ problem })
})
