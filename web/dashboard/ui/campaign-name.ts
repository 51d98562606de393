import { fill } from '../language/fill.ts'
import { formatDate } from '../language/formats.ts'
import { words } from './campaign-email-words.ts'

/** What a campaign is called if nobody names it: one person's has their name, others have the day. */
export function usualCampaignName(names: readonly string[]): string {
  const [first, ...others] = names
  if (first && others.length === 0) return first.slice(0, 80)
  const date = formatDate(new Date(), { day: 'numeric', month: 'long', year: 'numeric' })
  return fill(words.name.usual, { date })
}
