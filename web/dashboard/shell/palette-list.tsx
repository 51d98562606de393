import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useImperativeHandle, useState } from 'react'
import { hasScope } from '../client/access.ts'
import { call } from '../client/call.ts'
import { isCoach } from '../client/coach.ts'
import { accountQuery, tagsQuery } from '../client/queries.ts'
import { keys as queryKeys } from '../client/query-keys.ts'
import { savedTeamsQuery } from '../client/saved-teams.ts'
import { count, fill } from '../language/fill.ts'
import { useDebounced } from '../ui/use-debounced.ts'
import { words } from './on-demand-words.ts'
import { matchingEntries, type PaletteEntry, pagesAndActions } from './palette-entries.ts'

/** What the list does when a key is pressed in the search field. */
export type PaletteKeys = { step: (by: 1 | -1) => void; open: () => void }

/** The matches below the search field, which controls the selection by keyboard. */
export function PaletteList({
  text,
  keys,
  onMark,
  onClose,
  onKeys,
}: {
  text: string
  keys: RefObject<PaletteKeys | null>
  /** Passes the element id of the selected entry to the field. */
  onMark: (id: string | undefined) => void
  onClose: () => void
  onKeys: () => void
}) {
  const [mark, setMark] = useState({ text, at: 0 })
  const navigate = useNavigate()
  const matches = usePaletteEntries(text)
  // A new query has new matches, so the first one is selected again.
  const at = Math.min(mark.text === text ? mark.at : 0, matches.length - 1)
  const open = (entry: PaletteEntry | undefined) => {
    if (!entry) return
    onClose()
    if (entry.opens === 'keys') return onKeys()
    if (entry.href) return location.assign(entry.href)
    void navigate({ to: entry.to, search: entry.search ?? {}, hash: entry.hash } as never)
  }
  useImperativeHandle(keys, () => ({
    step: (by) => setMark({ text, at: (at + by + matches.length) % Math.max(matches.length, 1) }),
    open: () => open(matches[at]),
  }))
  const marked = matches[at] && `palette-${at}`
  useEffect(() => onMark(marked), [marked, onMark])
  return (
    <>
      <div id="palette-list" role="listbox" aria-label={words.palette.list} className="palette-list">
        {matches.map((entry, index) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and its keys choose here
          // biome-ignore lint/a11y/useFocusableInteractive: as the pattern of a combobox has it, the field keeps the focus
          <div
            key={entry.key}
            id={`palette-${index}`}
            role="option"
            aria-selected={index === at}
            onClick={() => open(entry)}
            onMouseMove={() => setMark({ text, at: index })}
          >
            <bdi>{entry.label}</bdi> <span className="note">{entry.note}</span>
          </div>
        ))}
      </div>
      <p className="note" role="status">
        {matches.length === 0
          ? fill(words.palette.none, { text })
          : count(words.palette.found, matches.length)}
      </p>
    </>
  )
}

function usePaletteEntries(text: string): readonly PaletteEntry[] {
  const typed = useDebounced(text)
  const people = useQuery({
    queryKey: ['palette', typed],
    enabled: typed.length > 0 && hasScope('profiles:read'),
    placeholderData: keepPreviousData,
    // More than are shown, because the list also knows what is shown of each.
    queryFn: async ({ signal }) =>
      (await call('GET /profiles', { query: { search: typed, limit: 50 }, signal })).profiles,
  }).data
  const campaigns = useQuery({
    queryKey: [...queryKeys.campaigns, 'palette', typed],
    enabled: typed.length > 0 && hasScope('profiles:read') && !isCoach(),
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) =>
      (await call('GET /campaigns', { query: { search: typed, limit: 50 }, signal })).campaigns,
  }).data
  const members = useQuery({
    queryKey: ['members'],
    enabled: hasScope('account:read') && hasScope('profiles:read') && !isCoach(),
    queryFn: async ({ signal }) => (await call('GET /members', { signal })).members,
  }).data
  const canManageTags = hasScope('tags:manage')
  const tags = useQuery({ ...tagsQuery, enabled: canManageTags }).data
  const savedTeams = useQuery({ ...savedTeamsQuery, enabled: canManageTags }).data
  const accountId = useQuery(accountQuery).data?.id
  return matchingEntries(text, {
    people: text === '' ? [] : (people ?? []),
    members: members ?? [],
    campaigns: text === '' ? [] : (campaigns ?? []),
    savedTeams: savedTeams ?? [],
    tags: tags ?? [],
    accountId,
    entries: pagesAndActions(hasScope, isCoach()),
  })
}
