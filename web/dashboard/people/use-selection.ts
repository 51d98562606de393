import { useCallback, useEffect, useRef, useState } from 'react'
import type { Profile } from '../client/types.ts'
import { applyChanges, type TagChange } from '../tagging/tag-change.ts'
import { peopleRequest } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { addUpToMost, emptySelection, type Selection, toggle, togglePage } from './selection.ts'

/**
 * The selection. It lasts across pages and ends when filters change: no one should act on people whom the list no
 * longer shows.
 */
export function useSelection(search: PeopleSearch, people: readonly Profile[]) {
  const [selection, setSelection] = useState<Selection<Profile>>(emptySelection)
  const peopleRef = useRef(people)
  peopleRef.current = people
  const filters = JSON.stringify({ ...peopleRequest(search), page: 0, limit: 0, sortProp: 0, sortOrder: 0 })
  const former = useRef(filters)
  useEffect(() => {
    if (former.current === filters) return
    former.current = filters
    setSelection(emptySelection)
  }, [filters])
  return {
    chosen: selection.chosen,
    /** What the selection ends with. */
    filters,
    toggle: useCallback((id: string, isRange: boolean) => {
      setSelection((before) => toggle(before, id, { people: peopleRef.current, isRange }))
    }, []),
    togglePage: useCallback((isChosen: boolean) => {
      setSelection((before) => togglePage(before, peopleRef.current, isChosen))
    }, []),
    add: useCallback((more: readonly Profile[]) => {
      setSelection((before) => addUpToMost(before, more))
    }, []),
    clear: useCallback(() => setSelection(emptySelection), []),
    /** Selected people are stored as loaded, so tag changes are applied to them too. */
    showTags: useCallback((changes: readonly TagChange[]) => {
      setSelection(({ chosen, anchor }) => ({
        chosen: new Map([...chosen].map(([id, one]) => [id, applyChanges(one, changes)])),
        anchor,
      }))
    }, []),
  }
}
