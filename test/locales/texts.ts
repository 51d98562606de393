import { readContent } from '../../src/content/content-file.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { type Locale, locales } from '../../src/contract/locale.ts'

/** A locale's files of texts. */
export const files = [
  'items',
  'scales',
  'site',
  'access',
  'letters',
  'report',
  'reportPage',
  'reportFixtures',
  'debrief',
  'debriefModel',
  'card',
  'shareCard',
  'team',
] as const

export const translated = locales.filter((locale) => locale !== 'en')

/** Languages without spaces between words, or counted in characters. */
export const byCharacters: readonly Locale[] = ['jp', 'ko', 'zh_CN']

/** All texts of a file by path, such as `link.title`, without the file's own metadata. */
export function textsOf(file: (typeof files)[number], locale: Locale): ReadonlyMap<string, string> {
  const content = readContent<object>(`locales/${locale}/${file}.json`)
  const texts = new Map(walk(content).filter(([path]) => !/^(locale|status|version|focus\.note)$/.test(path)))
  // English takes most items from the package.
  if (file === 'items' && locale === 'en')
    for (const [at, text] of itemsIn('en').focus.items.entries()) texts.set(`focus.items.${at + 1}`, text)
  return texts
}

function walk(value: unknown, path = ''): [string, string][] {
  if (typeof value === 'string') return [[path, value]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, part]) => walk(part, path ? `${path}.${key}` : key))
}
