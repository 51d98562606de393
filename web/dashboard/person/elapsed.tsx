import { useEffect, useState } from 'react'
import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** Seconds since a time, updated every second. */
export function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    const tick = () => {
      if (!document.hidden) setNow(Date.now())
    }
    const timer = setInterval(tick, 1_000)
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [])
  const seconds = Math.max(0, Math.floor((now - since) / 1_000))
  return <span className="figures">{fill(words.duration.seconds, { s: seconds })}</span>
}
