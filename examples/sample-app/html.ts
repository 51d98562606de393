/** Markup. Only `html` creates it, so that other text is never mistaken for markup. */
export type Html = { readonly markup: string }

type Part = string | number | Html | readonly Html[]

/** Everything that `html` has created: an object of the same shape could come from someone's JSON. */
const created = new WeakSet<object>()

/** Template tag: the markup as written, with values escaped as text. */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  const piece: Html = { markup: strings.map((text, at) => text + markupOf(parts[at] ?? '')).join('') }
  created.add(piece)
  return piece
}

function markupOf(part: Part): string {
  if (Array.isArray(part)) return part.map(markupOf).join('')
  if (typeof part === 'object' && created.has(part)) return (part as Html).markup
  return String(part).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
