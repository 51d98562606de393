/** Text made safe for element content and for quoted attributes of HTML and SVG. */
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

/** A coordinate with at most two decimals, which is finer than any screen and keeps the markup short. */
export function at(value: number): string {
  return String(Math.round(value * 100) / 100)
}

/** The nearest value within the two bounds. */
export function clamp(low: number, high: number, value: number): number {
  return Math.min(high, Math.max(low, value))
}
