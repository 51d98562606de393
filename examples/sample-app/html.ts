/** A piece of a page. Only `html` makes it, so that no text from elsewhere is taken for markup. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[]

/** All that `html` has made: what merely looks like it may have come out of somebody's JSON. */
const made = new WeakSet<object>()

/** Markup as it is written here, with the values in it as text. */
export function html(written: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const piece: Html = { markup: written.map((text, at) => text + markupOf(parts[at] ?? '')).join('') }
  made.add(piece)
  return piece
}

function markupOf(part: Part): string {
  if (Array.isArray(part)) return part.map(markupOf).join('')
  if (typeof part === 'object' && made.has(part)) return (part as Html).markup
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
