import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { call } from '../api/call.ts'
import { may } from '../sign-in/access.ts'
import { Dialog } from '../ui/dialog.tsx'
import { type Found, matching, pagesAndActions } from './palette-entries.ts'
import { tagsQuery } from './queries.ts'

/** One field that finds people, tags, pages and what can be done, by a few letters (74). */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const navigate = useNavigate()
  const found = useFound(text.trim())
  const chosen = Math.min(at, found.length - 1)
  const open = (entry: Found | undefined) => {
    if (!entry) return
    onClose()
    if (entry.opens === 'keys') return onKeys()
    if (entry.href) return location.assign(entry.href)
    void navigate({ to: entry.to, search: entry.search ?? {} } as never)
  }
  return (
    <Dialog title="Find" onClose={onClose}>
      <input
        className="field palette-field"
        type="search"
        role="combobox"
        aria-label="A person, a tag, a page or an action"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={found[chosen] && `palette-${chosen}`}
        placeholder="A person, a tag, a page"
        value={text}
        onChange={(event) => {
          setText(event.target.value)
          setAt(0)
        }}
        onKeyDown={(event) => {
          const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
          if (step !== undefined) {
            event.preventDefault()
            setAt((chosen + step + found.length) % Math.max(found.length, 1))
          }
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) open(found[chosen])
        }}
      />
      <div id="palette-list" role="listbox" aria-label="Found" className="palette-list">
        {found.map((entry, place) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose here
          // biome-ignore lint/a11y/useFocusableInteractive: as the pattern of a combobox has it, the field keeps the focus
          <div
            key={entry.key}
            id={`palette-${place}`}
            role="option"
            aria-selected={place === chosen}
            onClick={() => open(entry)}
            onMouseMove={() => setAt(place)}
          >
            <bdi>{entry.label}</bdi> <span className="note">{entry.note}</span>
          </div>
        ))}
      </div>
      <p className="note" role="status">
        {found.length === 0 ? `Nothing is called “${text.trim()}”.` : `${found.length} found`}
      </p>
    </Dialog>
  )
}

function useFound(text: string): readonly Found[] {
  const asked = useDeferredValue(text)
  const people = useQuery({
    queryKey: ['palette', asked],
    enabled: asked.length > 0 && may('profiles:read'),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: asked, limit: 7 }, signal })).profiles,
  }).data
  const tags = useQuery({ ...tagsQuery, enabled: may('tags:manage') }).data
  return matching(text, {
    people: text === '' ? [] : (people ?? []),
    tags: tags ?? [],
    entries: pagesAndActions(may),
  })
}
