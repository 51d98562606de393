import { describe, expect, test } from 'vitest'
import { corrections } from '../../scripts/manual/corrections.ts'
import { focus60Readings } from '../../scripts/manual/focus-60-reading.ts'
import { readContent } from '../../src/content/content-file.ts'
import { discForm, focusForm, focusFormOf } from '../../src/content/forms.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { currentWording, itemsAt, translationId } from '../../src/content/wordings.ts'
import { type Locale, locales } from '../../src/contract/locale.ts'
import { textsOf, translated } from './texts.ts'

/** A back-translation by someone who had not seen the English, and the result of comparing the two. */
type Checked = {
  /** The text that was checked. */
  readonly text: string
  /** Missing as long as the verdict is open. */
  readonly back?: string
  /** The scale and the direction of the item, when both were compared. */
  readonly scale: string
  readonly keyed?: '+' | '-'
  /**
   * `adapted` means the same in other than the literal words; a note then says why. `open`: changed since the last
   * back-translation.
   */
  readonly verdict: 'same' | 'adapted' | 'open'
  readonly note?: string
  /** False if the reader had seen the English before. */
  readonly isBlind?: false
  /** The scale that it was first taken for, if another. */
  readonly read?: string
}

/** A label of an answer, a question, or the name or line of a value: no scale is read from it. */
type CheckedLabel = Pick<Checked, 'text' | 'back' | 'verdict' | 'note'>

type Review = {
  readonly locale: Locale
  /** The id of the translation that was checked. */
  readonly translation: string
  /** By path in `items.json`; those that changed since wording 1. */
  readonly labels?: Readonly<Record<string, CheckedLabel>>
  readonly items: Readonly<Record<string, Checked>>
  /** By item number: how our text avoids an error found in another translation. */
  readonly traps: Readonly<Record<string, string>>
}

type Trap = { readonly locale: Locale; readonly item: number; readonly fault: string }

const traps = readContent<readonly Trap[]>('locales/traps.json')
const review = (locale: Locale) => readContent<Review>(`locales/${locale}/review.json`)

describe.each(translated)('the record of back-translations of %s', (locale) => {
  const { items, labels = {}, traps: answered, translation } = review(locale)
  const { focus, disc, status } = itemsIn(locale)

  test('has every statement of Focus and of DISC in its current wording', () => {
    const now = Object.fromEntries([
      ...focus.items.map((text, at) => [`focus.${at + 1}`, text]),
      ...Object.entries(disc.statements).map(([key, text]) => [`disc.${key}`, text]),
    ])
    expect(Object.fromEntries(Object.entries(items).map(([key, { text }]) => [key, text]))).toEqual(now)
  })

  test('names the translation, and has the current wording of the labels that it checked', () => {
    expect(translation).toBe(translationId(locale, currentWording))
    const now = textsOf('items', locale)
    const stale = Object.entries(labels).filter(([path, { text }]) => now.get(path) !== text)
    expect(stale).toEqual([])
  })

  test('assigns every Focus statement to its facet and keys it as in the form', () => {
    const read = focusForm.items.map(({ n }) => {
      const { scale, keyed } = items[`focus.${n}`] ?? {}
      return { n, scale, keyed }
    })
    expect(read).toEqual(
      focusForm.items.map(({ n, facet, ipip }) => {
        // The facets of stability have the reverse name of their items' scale.
        const { sign } = focusForm.facets.find((one) => one.facet === facet) ?? { sign: 1 }
        return { n, scale: facet, keyed: ipip * sign > 0 ? '+' : '-' }
      }),
    )
  })

  test('assigns every DISC statement to its letter', () => {
    const statements = discForm.blocks.flatMap((block) => block.statements)
    const read = statements.map(({ key }) => [key, items[`disc.${key}`]?.scale])
    expect(read).toEqual(statements.map(({ key, letter }) => [key, letter]))
  })

  test('leaves no verdict open unless the locale is provisional, and says why a text is not literal', () => {
    const all = [...Object.values(items), ...Object.values(labels)]
    expect(status).toBe(all.some(({ verdict }) => verdict === 'open') ? 'provisional' : 'checkedByModels')
    const read = all.filter(({ verdict }) => verdict !== 'open')
    expect(read.filter(({ back = '' }) => !/^[\x20-\x7e]{3,}$/.test(back))).toEqual([])
    expect(read.filter(({ verdict, note }) => verdict === 'adapted' && !note)).toEqual([])
  })

  test('gives a reason if a statement was first assigned to another scale', () => {
    const read = Object.values(items).filter((item) => item.read !== undefined)
    expect(read.length).toBeLessThanOrEqual(12)
    expect(read.filter(({ verdict, note }) => verdict !== 'adapted' || !note)).toEqual([])
  })

  test('addresses every fault that was found in other translations', () => {
    const known = traps.filter((trap) => trap.locale === locale)
    const silent = known.filter(({ item }) => !answered[item])
    expect(silent).toEqual([])
  })
})

test('every proposed correction has an answer, with a reason if it was not taken as it was', () => {
  expect(corrections).toHaveLength(382)
  expect(new Set(corrections.map(({ locale, file, key }) => `${locale} ${file} ${key}`)).size).toBe(382)
  const silent = corrections.filter(({ verdict, why }) => (verdict === 'taken') !== (why === undefined))
  expect(silent).toEqual([])
  expect(corrections.filter(({ severity, verdict }) => severity === 1 && verdict === 'refused')).toEqual([])
  // Debriefs have another edition since; all their texts were written again.
  const lost = corrections.filter(
    ({ locale, file, key }) =>
      file !== 'debrief' &&
      !textsOf(file as 'items', locale).has(key.replaceAll('[', '.').replaceAll(']', '')),
  )
  expect(lost).toEqual([])
})

test('the list of known faults names existing items, in all languages but English', () => {
  expect(new Set(traps.map(({ locale }) => locale))).toEqual(new Set(locales.filter((one) => one !== 'en')))
  expect(traps.filter(({ item }) => !focusForm.items.some(({ n }) => n === item))).toEqual([])
})

/** The statements of the short form, by their number in the full one. */
const sixty = focusFormOf('focus-60')
  .items.map(({ n, statement = n }) => statement)
  .sort((left, right) => left - right)

describe.each(translated)('the reading of the short form of Focus in %s', (locale) => {
  const readings = Object.entries(focus60Readings[locale] ?? {})

  test('has each of the sixty statements as it was in wording 3, and a sentence in English', () => {
    const before = itemsAt(locale, 3).focus.items
    expect(readings.map(([n]) => Number(n))).toEqual(sixty)
    expect(readings.filter(([n, { text }]) => text !== before[Number(n) - 1])).toEqual([])
    expect(readings.filter(([, { back }]) => !/^[\x20-\x7e]{3,}$/.test(back))).toEqual([])
  })

  test('answers every finding, and leaves none that changes what is measured', () => {
    const silent = readings.filter(
      ([, { severity, verdict, why }]) => new Set([!severity, !verdict, !why]).size !== 1,
    )
    expect(silent).toEqual([])
    expect(readings.filter(([, { severity, verdict }]) => severity === 1 && verdict === 'refused')).toEqual(
      [],
    )
  })

  test('has other words since wording 4 where it says so, and nowhere else', () => {
    const since = itemsAt(locale, 4).focus.items
    const changed = readings.filter(([n, { text }]) => since[Number(n) - 1] !== text).map(([n]) => n)
    expect(changed).toEqual(readings.filter(([, { verdict }]) => verdict === 'changed').map(([n]) => n))
  })
})
