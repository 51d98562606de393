import { useQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { Profile } from '../client/types.ts'
import { NobodyMatches, PastTheEnd } from './empty.tsx'
import { useListKeys } from './list-keys.ts'
import { Pager } from './pager.tsx'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'
import { type PeopleAnswer, peopleProgressQuery } from './queries.ts'
import { useIsNarrow } from './use-is-narrow.ts'
import { usePeopleSearch } from './use-people-search.ts'
import { useResend } from './use-resend.ts'
import type { useSelection } from './use-selection.ts'
import { words } from './words.ts'

/** The people of one page, as table rows or cards, with links to other pages. */
export function PeopleList({
  page: latest,
  isOld,
  selection,
  isChoosing,
  maySend,
}: {
  page: PeopleAnswer | undefined
  /** Another page is loading; this one is shown until then. */
  isOld: boolean
  selection: ReturnType<typeof useSelection>
  /** Cards show checkboxes only while people are selected. */
  isChoosing: boolean
  maySend: boolean
}) {
  const search = usePeopleSearch()
  // Deferred: rows render in small chunks, so input stays responsive.
  const page = useDeferredValue(latest)
  const isBusy = isOld || page !== latest
  const people = page?.profiles ?? none
  const progress = useQuery(peopleProgressQuery(people.map(({ id }) => id)))
  const isNarrow = useIsNarrow()
  const onKeyDown = useListKeys()
  const resend = useResend()
  if (page && people.length === 0) {
    return page.pagination.total > 0 ? <PastTheEnd last={page.pagination.totalPages} /> : <NobodyMatches />
  }
  const rows = page && {
    people,
    progress: progress.data,
    isLate: progress.isError,
    chosen: selection.chosen,
    onToggle: selection.toggle,
    onTogglePage: selection.togglePage,
    onResend: maySend ? resend : undefined,
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the links inside */}
      <div className="people-list" aria-busy={isBusy} data-old={isBusy || undefined} onKeyDown={onKeyDown}>
        {isNarrow ? (
          <PeopleCards rows={rows} isChoosing={isChoosing} />
        ) : (
          <PeopleTable sort={search.sort} rows={rows} />
        )}
      </div>
      {page && <p className="note people-tone-note">{words.toneNote}</p>}
      {page && <Pager search={search} pagination={page.pagination} />}
    </>
  )
}

const none: readonly Profile[] = []
