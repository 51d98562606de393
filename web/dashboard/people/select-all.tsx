import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '../client/api-error.ts'
import { callForPage } from '../client/call-for-page.ts'
import { fetchAllPages } from '../client/fetch-all-pages.ts'
import type { Profile } from '../client/types.ts'
import { count, fill } from '../language/fill.ts'
import { showToast } from '../ui/toasts.tsx'
import { peopleRequest } from './queries.ts'
import type { PeopleSearch } from './search.ts'
import { mostSelected } from './selection.ts'
import { words } from './words.ts'

/**
 * Selects everyone who matches, page by page after a cursor, and stops at the limit: of a million people, no more are
 * read than are selected. It ends when it is unmounted, because then nothing is selected any more, or others match.
 */
export function SelectAll({
  search,
  total,
  selected,
  isOffered,
  onPeople,
}: {
  search: PeopleSearch
  total: number
  selected: number
  /** Whether a whole page is selected. */
  isOffered: boolean
  onPeople: (people: readonly Profile[]) => void
}) {
  const { selection } = words
  const [isBusy, setBusy] = useState(false)
  const [isDone, setDone] = useState(false)
  const leave = useRef<AbortController>(undefined)
  const outcome = useRef<HTMLParagraphElement>(null)
  useEffect(() => () => leave.current?.abort(), [])
  // The pressed button is gone then, and its focus would be lost.
  useEffect(() => {
    if (isDone) outcome.current?.focus()
  }, [isDone])
  const start = async () => {
    if (isBusy) return
    setDone(false)
    leave.current = new AbortController()
    const { signal } = leave.current
    const { page: _, ...query } = peopleRequest(search)
    const pageOf = (after: string | undefined) =>
      callForPage(
        'GET /profiles',
        { query: { ...query, limit: 100, ...(after && { after }) }, signal },
        'after',
      )
    let read = 0
    setBusy(true)
    try {
      for await (const { profiles } of fetchAllPages(pageOf, signal)) {
        if (signal.aborted) return
        onPeople(profiles)
        read += profiles.length
        if (read >= mostSelected) break
      }
    } catch (error) {
      if (signal.aborted) return
      showToast(errorMessage(error))
    }
    setBusy(false)
    setDone(true)
  }
  if (selected >= Math.min(total, mostSelected)) {
    if (selected < mostSelected && !isDone) return null
    return (
      <p
        ref={outcome}
        className={selected < mostSelected ? 'out-of-sight' : 'note'}
        role="status"
        tabIndex={-1}
      >
        {selected < mostSelected
          ? count(selection.selected, selected)
          : fill(selection.most, { most: mostSelected })}
      </p>
    )
  }
  if (!isOffered && !isBusy) return null
  const text =
    total > mostSelected
      ? fill(selection.first, { most: mostSelected, n: total })
      : fill(selection.all, { n: total })
  return (
    <button type="button" className="plain-button" aria-disabled={isBusy} onClick={() => void start()}>
      {isBusy ? selection.selecting : text}
    </button>
  )
}
