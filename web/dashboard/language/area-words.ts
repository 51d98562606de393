/**
 * The words of one area of the dashboard, `content/locales/<language>/dashboard/<area>.json`, in the page's language.
 * English is part of the area's script, so that it needs no further request, and stands in for each missing or empty
 * entry. Another language comes from a script that the server puts before the dashboard's own.
 */
export function areaWords<Words extends object>(area: string, english: Words): Words {
  return globalThis.timbreWords ? (over(english, globalThis.timbreWords[area]) as Words) : english
}

/**
 * A message of the API, which is English, in the page's language. Messages with values in them stay as they are. They are
 * looked up as a whole, so that one with more to say than the usual of its code isn't replaced by that. Programs read straight
 * apostrophes, and people those of the other texts.
 */
export function inPageLanguage(message: string): string {
  const messages: Readonly<Record<string, string>> = { ...globalThis.timbreWords?.apiErrors }
  const found = Object.hasOwn(messages, message) ? (messages[message] ?? message) : message
  return found.replace(/(?<=\p{L})'(?=\p{L})/gu, '’')
}

function over(english: unknown, other: unknown): unknown {
  if (typeof english === 'string') return typeof other === 'string' && other.trim() ? other : english
  const [ours, theirs] = [Object(english), Object(other)]
  if (Array.isArray(english)) return english.map((one, place) => over(one, theirs[place]))
  // A language without a singular gets no English one.
  const hasForms = typeof ours.other === 'string' && theirs.other
  return Object.fromEntries(
    Object.keys(ours).map((key) => [
      key,
      hasForms && key === 'one' ? theirs.one : over(ours[key], theirs[key]),
    ]),
  )
}

declare global {
  /** The words of all areas in the page's language; undefined on an English page. */
  var timbreWords: Readonly<Record<string, object>> | undefined
}
