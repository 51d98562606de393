import { useEffect, useState } from 'react'

/** The text, delayed by 200 ms; empty text without delay. */
export function useDebounced(text: string): string {
  const [debounced, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), text === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
