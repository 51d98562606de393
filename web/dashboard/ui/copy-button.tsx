import { useEffect, useState } from 'react'
import { words } from './words.ts'

/** Copies a text and confirms it, visibly and for screen readers. */
export function CopyButton({ text, label = words.copy }: { text: string; label?: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 2_000)
    return () => clearTimeout(timer)
  }, [isCopied])
  return (
    <button
      type="button"
      className="button button-small"
      onClick={async () => {
        await navigator.clipboard.writeText(text)
        setCopied(true)
      }}
    >
      <span aria-live="polite">{isCopied ? words.copied : label}</span>
    </button>
  )
}
