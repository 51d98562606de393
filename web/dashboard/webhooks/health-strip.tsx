import type { WebhookHealth } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

type Hours = NonNullable<WebhookHealth['hours']>

/**
 * The last 24 hours, one bar each: full if there were attempts, a stub if not, split by how many of them failed. The
 * text says the same.
 */
export function HealthStrip({ health }: { health: WebhookHealth }) {
  const { hours = [], last24h } = health
  return (
    <span className="hook-strip">
      <svg viewBox="0 0 192 20" width={192} height={20} role="img" aria-label={stripText(hours)}>
        {hours.map((hour, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: hours have no other identity than their place.
          <Bar key={at} hour={hour} x={at * 8} />
        ))}
      </svg>
      <span className="note figures">{countsText(last24h)}</span>
    </span>
  )
}

function Bar({ hour: { delivered, failed }, x }: { hour: Hours[number]; x: number }) {
  const all = delivered + failed
  if (all === 0) return <rect className="hook-hour" x={x} y={17} width={6} height={3} />
  const bad = failed === 0 ? 0 : Math.max(4, Math.round((20 * failed) / all))
  return (
    <>
      <rect className="hook-hour-good" x={x} y={bad} width={6} height={20 - bad} />
      {bad > 0 && <rect className="hook-hour-bad" x={x} y={0} width={6} height={bad} />}
    </>
  )
}

function countsText({ delivered, failed }: WebhookHealth['last24h']): string {
  if (delivered + failed === 0) return words.lastDay.nothing
  return fill(words.lastDay.counts, { delivered, failed })
}

function stripText(hours: Hours): string {
  const failing = hours.filter(({ failed }) => failed > 0).length
  const busy = hours.filter(({ delivered, failed }) => delivered + failed > 0).length
  return fill(words.lastDay.hours, { busy, failing })
}
