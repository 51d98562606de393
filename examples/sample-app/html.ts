/** Markup. Only `html` creates it, so that other text is never mistaken for markup. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[]

/** Everything that `html` has created: an object of the same shape could come from someone's JSON. */
const made = new WeakSet<object>()

/** Template tag: the markup as written, with values escaped as text. */
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
