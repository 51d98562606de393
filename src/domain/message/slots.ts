/** Replaces each `{slot}` in one pass, so braces inside a value stay. Unknown slots stay too. */
export function interpolate(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}/g, (slot, name: string) => slots[name] ?? slot)
}
