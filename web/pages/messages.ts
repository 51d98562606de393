import type { MessageKey, PageView } from '../../src/http/views/page-view.ts'

/** Texts with plural forms: keys `key.one`, `key.other` (and `few`, `many` in some languages). */
export type PluralKey = MessageKey extends infer Key
  ? Key extends `${infer Base}.other`
    ? Base
    : never
  : never

type Slots = Readonly<Record<string, string | number>>

/** Texts of one page in its language. */
export type Speaker = {
  /** The text of a key with its `{slots}` filled. */
  say(key: MessageKey, slots?: Slots): string
  /** The plural form for this number; `{n}` is the number. */
  count(key: PluralKey, n: number, slots?: Slots): string
  /** Joins sentences as the language does. */
  together(sentences: readonly string[]): string
  /** Day and month in UTC, since the server doesn't know the reader's time zone. */
  date(iso: string): string
}

export function speaker({ messages, languageTag }: Pick<PageView, 'messages' | 'languageTag'>): Speaker {
  /**
   * One pass over the text, so that a slot's value (such as a name) is never parsed as a slot. A value that ends in a full
   * stop, such as “Northwind Inc.”, ends the sentence as well.
   */
  const say = (key: string, slots: Slots = {}) =>
    (messages[key] ?? key).replace(/\{(\w+)\}(\.?)/g, (slot, name, stop) =>
      String(slots[name] ?? slot).replace(/\.?$/, stop || '$&'),
    )
  return {
    say,
    count(key, n, slots = {}) {
      const form = `${key}.${new Intl.PluralRules(languageTag).select(n)}`
      return say(form in messages ? form : `${key}.other`, { n, ...slots })
    },
    together: (sentences) => joinSentences(sentences, languageTag),
    date: (iso) =>
      // Plain "en" would give the American order; these pages are read everywhere.
      new Intl.DateTimeFormat(languageTag === 'en' ? 'en-GB' : languageTag, {
        day: 'numeric',
        month: 'long',
        timeZone: 'UTC',
      }).format(new Date(iso)),
  }
}

/** Joins sentences: Japanese and Chinese put no space between them. */
export function joinSentences(sentences: readonly string[], languageTag: string): string {
  return sentences.filter(Boolean).join(sentenceGap(languageTag))
}

/** The separator between two sentences. */
export function sentenceGap(languageTag: string): string {
  return /^(ja|zh)\b/.test(languageTag) ? '' : ' '
}
