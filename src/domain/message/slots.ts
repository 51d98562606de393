/**
 * Replaces each `{slot}` in one pass, so braces inside a value stay. Unknown slots stay too. A value that ends in a full stop
 * ends the sentence as well.
 */
export function interpolate(template: string, slots: Record<string, string>): string {
  return template.replace(/\{(\w+)\}(\.?)/g, (whole, name: string, stop: string) => {
    const value = slots[name]
    if (value === undefined) return whole
    return value.endsWith('.') ? value : value + stop
  })
}
