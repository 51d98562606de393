import { useEffect, useState } from 'react'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** “Next in 20 s”. Outside of the live region: a screen reader would announce every second. */
export function Countdown({ until }: { until: number }) {
  const [now, setNow] = useState(Date.now)
  const isWaiting = until > now
  useEffect(() => {
    setNow(Date.now())
    if (until <= Date.now()) return
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [until])
  if (!isWaiting) return null
  const seconds = Math.ceil((until - now) / 1_000)
  return <span className="muted figures">{fill(words.progress.nextIn, { seconds })}</span>
}
