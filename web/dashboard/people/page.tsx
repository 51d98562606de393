import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Profile } from '../api/types.ts'
import { usePageTitle } from '../app/page-title.ts'
import { accountQuery } from '../app/queries.ts'
import { may } from '../sign-in/access.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePeopleSearch } from './address.ts'
import { useAgain } from './again.ts'
import { Chips } from './chips.tsx'
import { NobodyMatches, NobodyYet, PastTheEnd } from './empty.tsx'
import { Filters } from './filters.tsx'
import { useListKeys } from './list-keys.ts'
import { useIsNarrow } from './narrow.ts'
import { type Over, Overlays } from './overlays.tsx'
import { Pager } from './pager.tsx'
import { PeopleCards } from './people-cards.tsx'
import { PeopleTable } from './people-table.tsx'
import { isNarrowed, type PeoplePage as Page, peopleQuery, progressQuery, requestOf } from './queries.ts'
import { rightsOf } from './rights.ts'
import { SearchField } from './search-field.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { useSelection } from './use-selection.ts'

export function PeoplePage() {
  usePageTitle('People')
  const search = usePeopleSearch()
  const list = useQuery(peopleQuery(search))
  const rights = rightsOf(useQuery(accountQuery).data, may)
  const [over, setOver] = useState<Over>()
  const selection = useSelection(search, list.data?.profiles ?? none)
  const chosen = [...selection.chosen.values()]
  const isEmpty = list.data?.pagination.total === 0 && !isNarrowed(search)
  return (
    <div className="people">
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          People
        </h1>
        <div className="page-actions">
          {list.data && !isEmpty && (
            <button type="button" className="button" onClick={() => setOver('exportAll')}>
              Export
            </button>
          )}
          {rights.maySend && !isEmpty && (
            <Link className="button button-main" to="/invite">
              Invite people
            </Link>
          )}
        </div>
      </header>
      {!isEmpty && (
        <div className="people-tools">
          <SearchField value={search.search ?? ''} />
          <Filters search={search} />
          <p className="people-count figures" role="status">
            {list.data && !list.isPlaceholderData ? countWords(list.data.pagination.total) : ' '}
          </p>
        </div>
      )}
      <Chips search={search} />
      {list.isError && !list.data ? (
        <FailureNote error={list.error} retry={() => void list.refetch()} />
      ) : isEmpty ? (
        <NobodyYet mayInvite={rights.maySend} />
      ) : (
        <List
          page={list.data}
          isOld={list.isPlaceholderData}
          selection={selection}
          maySend={rights.maySend}
        />
      )}
      {list.data && <ApiCall route="GET /profiles" request={{ query: requestOf(search) }} />}
      {chosen.length > 0 && (
        <SelectionBar
          profileIds={chosen.map(({ id }) => id)}
          maySend={rights.maySend}
          mayTag={rights.mayTag}
          onTags={() => setOver('tags')}
          onInvite={() => setOver('invite')}
          onExport={() => setOver('exportChosen')}
          onClear={selection.clear}
        />
      )}
      <Overlays
        over={over}
        onClose={() => setOver(undefined)}
        search={search}
        total={list.data?.pagination.total ?? 0}
        chosen={chosen}
        onTagsShown={selection.showTags}
      />
    </div>
  )
}

const none: readonly Profile[] = []

function List({
  page,
  isOld,
  selection,
  maySend,
}: {
  page: Page | undefined
  isOld: boolean
  selection: ReturnType<typeof useSelection>
  maySend: boolean
}) {
  const search = usePeopleSearch()
  const people = page?.profiles ?? none
  const progress = useQuery(progressQuery(people.map(({ id }) => id)))
  const isNarrow = useIsNarrow()
  const onKeyDown = useListKeys()
  const again = useAgain()
  if (page && people.length === 0) {
    return page.pagination.total > 0 ? <PastTheEnd last={page.pagination.totalPages} /> : <NobodyMatches />
  }
  const rows = page && {
    people,
    progress: progress.data,
    isLate: progress.isError,
    chosen: selection.chosen,
    onTurn: selection.turn,
    onTurnPage: selection.turnPage,
    onAgain: maySend ? again : undefined,
  }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrows move the focus between the links inside */}
      <div className="people-list" aria-busy={isOld} data-old={isOld || undefined} onKeyDown={onKeyDown}>
        {isNarrow ? <PeopleCards rows={rows} /> : <PeopleTable sort={search.sort} rows={rows} />}
      </div>
      {page && <Pager search={search} pagination={page.pagination} />}
    </>
  )
}

function countWords(total: number): string {
  return total === 1 ? '1 person' : `${total.toLocaleString('en-GB')} people`
}
