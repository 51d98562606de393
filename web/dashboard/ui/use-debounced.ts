import { useEffect, useState } from 'react'

/** A text as it was 200 ms ago; an empty one at once. */
export function useDebounced(text: string): string {
  const [debounced, setLate] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setLate(text), text === '' ? 0 : 200)
    return () => clearTimeout(timer)
  }, [text])
  return debounced
}
