import type { Locale } from '../contract/locale.ts'
import { readContent } from './content-file.ts'

/** The parts of the guide to reading scores, in reading order. */
export const guideParts = ['use', 'disc', 'focus', 'core', 'quality', 'debrief'] as const

export type GuidePart = {
  readonly id: (typeof guideParts)[number]
  readonly title: string
  /** Markdown, 80 to 160 words. */
  readonly text: string
}

/** What people and models must know to explain scores. */
export type Guide = { readonly locale: Locale; readonly title: string; readonly parts: readonly GuidePart[] }

/** Reads a locale's guide. Throws an error that names the first part that is missing. */
export function readGuide(locale: Locale, root?: URL): Guide {
  const path = `locales/${locale}/guide.json`
  const guide = readContent<Guide>(path, root)
  const missing = guideParts.find((id) => {
    const part = guide.parts.find((one) => one.id === id)
    return !part?.title || !part.text
  })
  if (missing) throw new Error(`content/${path} has no text for ${missing}`)
  return guide
}
