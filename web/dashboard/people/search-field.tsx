import { useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

/** Searches people by name, email, phone or external ID, 200 ms after the last letter. */
export function SearchField({ value }: { value: string }) {
  const change = useChangeSearch()
  const field = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const submitted = useRef(value)
  useShortcut('/', words.search.verb, words.title, () => field.current?.focus())
  // Back, a chip or “Clear all” changed the address: update the field, unless the field itself made the change.
  useEffect(() => {
    if (value === submitted.current) return
    submitted.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    const wanted = text.trim()
    if (wanted === submitted.current) return
    const timer = setTimeout(() => {
      const isMore = submitted.current !== ''
      submitted.current = wanted
      change({ search: wanted || undefined }, { replace: isMore })
    }, 200)
    return () => clearTimeout(timer)
  }, [text, change])
  return (
    <div className="people-search">
      <Icon name="search" />
      <input
        ref={field}
        type="search"
        className="field"
        aria-label={words.search.label}
        aria-keyshortcuts="/"
        placeholder={words.search.verb}
        maxLength={100}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <kbd title={words.search.hint}>/</kbd>
    </div>
  )
}
