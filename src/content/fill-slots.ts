/**
 * Fills the slots of a sentence: `{name}` becomes `slots.name`. Throws if a slot has no value, because that is an error
 * in the texts and must never reach a page.
 */
export function fillSlots(template: string, slots: Readonly<Record<string, string>>): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = slots[name]
    if (!value) throw new Error(`no text for the slot {${name}} in "${template}"`)
    return value
  })
}
