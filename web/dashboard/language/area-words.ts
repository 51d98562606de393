import { languageTag, localeFolder } from './language.ts'

/**
 * The words of one area of the dashboard in the page's language. English is part of the area's script, so that it needs
 * no further request, and stands in where another language can't be loaded or lacks an entry. `others`: `import.meta.glob`
 * over the same file of the other languages, with `import: 'default'`.
 */
export async function areaWords<Words extends object>(
  english: Words,
  others: Record<string, () => Promise<unknown>>,
): Promise<Words> {
  if (languageTag === 'en') return english
  const [, load] = Object.entries(others).find(([path]) => path.includes(`/${localeFolder}/`)) ?? []
  // The dashboard works without its translation; a lost connection has a notice of its own.
  const own = await load?.().catch(() => undefined)
  return { ...english, ...(own as Partial<Words> | undefined) }
}
