/** A piece of a page. Only `html` makes it, so that no text from elsewhere is taken for markup. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[]

/** Markup as it is written here, with the values in it as text. */
export function html(written: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return { markup: written.map((text, at) => text + markupOf(parts[at] ?? '')).join('') }
}

function markupOf(part: Part): string {
  if (Array.isArray(part)) return part.map(markupOf).join('')
  if (typeof part === 'object') return (part as Html).markup
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
