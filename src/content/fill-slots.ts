/**
 * Fills the slots of a sentence: `{name}` becomes `slots.name`. A value that ends in a full stop, such as “Northwind
 * Inc.”, ends the sentence as well. Throws if a slot has no value, because that is an error in the texts and must never reach
 * a page.
 */
export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  let filled = ''
  let from = 0
  for (let open = template.indexOf('{'); open >= 0; open = template.indexOf('{', open + 1)) {
    const close = endOfName(template, open + 1)
    if (close === open + 1 || template[close] !== '}') continue
    const name = template.slice(open + 1, close)
    const value = slots[name]
    if (!value) throw new Error(`no text for the slot {${name}} in "${template}"`)
    filled += template.slice(from, open) + value
    from = close + 1
    if (template[from] === '.' && value.endsWith('.')) from++
  }
  return from === 0 ? template : filled + template.slice(from)
}

/** Where the letters, digits and underscores from here on end. */
function endOfName(template: string, from: number): number {
  let at = from
  while (isNameCharacter(template.charCodeAt(at))) at++
  return at
}

function isNameCharacter(code: number): boolean {
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  )
}
