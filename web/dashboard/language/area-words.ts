/**
 * The words of one area of the dashboard, `content/locales/<language>/dashboard/<area>.json`, in the page's language.
 * English is part of the area's script, so that it needs no further request, and stands in for a missing entry. Another
 * language comes from a script that the server puts before the dashboard's own.
 */
export function areaWords<Words extends object>(area: string, english: Words): Words {
  return { ...english, ...(globalThis.timbreWords?.[area] as Partial<Words> | undefined) }
}

declare global {
  /** The words of all areas in the page's language; undefined on an English page. */
  var timbreWords: Readonly<Record<string, object>> | undefined
}
