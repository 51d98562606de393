import { formatPercent } from '../language/more-formats.ts'

/** “65%” of those who were invited. */
export function share(part: number, whole: number): string {
  return formatPercent(whole === 0 ? 0 : part / whole)
}
