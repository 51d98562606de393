/** Escapes text for element content and for quoted attributes of HTML and SVG. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A coordinate with at most two decimals: finer than any screen, and short. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100)
}

export function clamp(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value))
}
