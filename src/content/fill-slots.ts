/**
 * A sentence with its slots filled: `{name}` becomes `slots.name`. A slot without a value is a fault in the texts,
 * and a page must never show it, so it throws.
 */
export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name]
    if (!value) throw new Error(`no text for the slot {${name}} in "${template}"`)
    return value
  })
}
