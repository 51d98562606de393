import type { Locale } from '../contract/locale.ts'
import { deepFreeze, readContent } from './content-file.ts'
import { focusForm, textKeys } from './forms.ts'
import { ipipItems } from './ipip.ts'
import { sentenceOf } from './sentence.ts'

/**
 * The state of a locale's texts: `source` is the language they are written in, `checkedByModels` a translation that
 * language models wrote, translated back and compared with the source, `provisional` one without such a record.
 */
export type TextStatus = 'source' | 'checkedByModels' | 'provisional'

/** All texts of the three instruments in one language. */
export type Items = {
  readonly locale: Locale
  readonly status: TextStatus
  readonly focus: {
    readonly prompt: string
    /** Labels of the answers 1 to 5. */
    readonly answers: readonly string[]
    /** 120 sentences; item n is at index n - 1. */
    readonly items: readonly string[]
  }
  readonly disc: {
    readonly prompt: string
    /** By statement key, `d01` to `c24`. */
    readonly statements: Readonly<Record<string, string>>
  }
  readonly core: {
    readonly prompt: string
    /** What the choice is about, in a line above the prompt. */
    readonly frame: string
    readonly values: Readonly<Record<string, { readonly label: string; readonly bullet: string }>>
  }
}

/** `items.json` as stored: Focus texts by item number. English only has our own items. */
export type ItemsFile = Omit<Items, 'focus'> & {
  readonly focus: Omit<Items['focus'], 'items'> & { readonly items: Readonly<Record<string, string>> }
}

/** Reads a locale's items, the current ones by default. Throws an error that names the first text that is missing. */
export function readItems(locale: Locale, root?: URL, path = `locales/${locale}/items.json`): Items {
  const file = readContent<ItemsFile>(path, root)
  const { prompt, answers } = file.focus
  const items = focusForm.items.map(({ n }) => file.focus.items[n] ?? fromPackage(n, locale, path))
  const complete = { ...file, focus: { prompt, answers, items } }
  demand(complete, path)
  return deepFreeze(complete)
}

/** Numbers of our own four items, which replace the package's items about voting and crime. */
export const ownFocusItems: readonly number[] = Object.freeze([28, 58, 88, 118])

function fromPackage(n: number, locale: Locale, path: string): string {
  const item = ipipItems[n - 1]
  if (locale !== 'en' || !item || ownFocusItems.includes(n)) {
    throw new Error(`content/${path} has no text for Focus item ${n}`)
  }
  return sentenceOf(item.text)
}

function demand({ focus, disc, core }: Items, path: string): void {
  const missing = [
    focus.answers.length === 5 ? undefined : 'the answers',
    textKeys.disc.find((key) => !disc.statements[key]),
    textKeys.core.find((key) => !core.values[key]?.label || !core.values[key]?.bullet),
  ].find((key) => key !== undefined)
  if (missing) throw new Error(`content/${path} has no text for ${missing}`)
}
