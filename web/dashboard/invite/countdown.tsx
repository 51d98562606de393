import { useEffect, useState } from 'react'

/** “Next in 20 s”. It stands beside the live region and not in it: a voice would count every second. */
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
  return <span className="muted figures">Next in {Math.ceil((until - now) / 1_000)} s</span>
}
