import { describe, expect, test } from 'vitest'
import type { Locale } from '../../src/contract/locale.ts'
import { files, textsOf, translated } from './texts.ts'

/** Forms that break the register of a locale. */
const familiar: Partial<Record<Locale, RegExp>> = {
  de: /\b(du|dir|dich|dein|deine|deiner|deinem|deinen|euch|euer|eure)\b/iu,
  fr: /(?<![\p{L}’'-])(tu|toi|te|ta|tes)(?![\p{L}’'-])/iu,
  es: /(?<!\p{L})(tú|ti|contigo|tu|tus|vos|vosotros|vosotras|vuestr[oa]s?)(?!\p{L})/iu,
  nl: /\b(je|jij|jou|jouw|jullie)\b/iu,
  pt_BR: /(?<!\p{L})(tu|teu|tua|teus|tuas|contigo|vós)(?!\p{L})/iu,
  zh_CN: /你/u,
  jp: /おまえ|君は|君の/u,
}

/** Gendered double spellings, which the texts avoid. */
const doubled =
  /\p{L}[:*_·•]in(nen)?\b|\p{L}\((e|a|o|es|as|os|ne|in|innen)\)|\p{L}[·•]e?s?\b|\p{L}[oa]\/[oa]s?\b|@s?\b(?!\w)|\p{L}x\b(?<=todx)/u

describe.each(translated)('the register of %s', (locale) => {
  const all = files.flatMap((file) =>
    [...textsOf(file, locale)].map(([path, text]) => [`${file}: ${path}`, text]),
  )

  test('addresses everyone in the same polite form', () => {
    const pattern = familiar[locale]
    expect(all.filter(([, text]) => pattern?.test(text ?? ''))).toEqual([])
  })

  test('has no paired masculine and feminine forms', () => {
    const plain = (text: string) => text.replace(/\S+@\S+/g, '')
    expect(all.filter(([, text]) => doubled.test(plain(text ?? '')))).toEqual([])
  })
})
