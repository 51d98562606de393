import './styles.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Profile } from '../client/types.ts'
import { useUnsaidReason } from '../client/unsaid-reason.ts'
import { count } from '../language/fill.ts'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Chips } from './chips.tsx'
import { CoachingLine } from './coaching-line.tsx'
import { NobodyYet } from './empty.tsx'
import { Filters } from './filters.tsx'
import { OrderChoice } from './order-choice.tsx'
import { type Overlay, Overlays } from './overlays.tsx'
import { PeopleList } from './people-list.tsx'
import { isNarrowed, peopleQuery, peopleRequest } from './queries.ts'
import { SearchField } from './search-field.tsx'
import { SelectAll } from './select-all.tsx'
import { pageState } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { StatusTabs } from './status-tabs.tsx'
import { useIsNarrow } from './use-is-narrow.ts'
import { usePeopleSearch } from './use-people-search.ts'
import { useSelection } from './use-selection.ts'
import { words } from './words.ts'

export function PeoplePage() {
  usePageTitle(words.title)
  const search = usePeopleSearch()
  const list = useQuery(peopleQuery(search))
  // Render after the rows, so the content below doesn't shift.
  const hasRows = useDeferredValue(list.data !== undefined)
  const rights = useRights()
  const unsaid = useUnsaidReason()
  const reason = rights.isCoach ? words.nobody.noTeams : rights.why === undefined ? words.nobody.ask : unsaid
  const isNarrow = useIsNarrow()
  const [overlay, setOverlay] = useState<Overlay>()
  const [isChoosing, setChoosing] = useState(false)
  const selection = useSelection(search, list.data?.profiles ?? none)
  const chosen = [...selection.chosen.values()]
  const total = list.data?.pagination.total
  const people = list.data?.profiles ?? none
  const isWholePage =
    people.length > 0 && !list.isPlaceholderData && pageState(selection.chosen, people) === 'all'
  const isEmpty = total === 0 && !isNarrowed(search)
  const choosing = {
    isChoosing: isChoosing || chosen.length > 0,
    toggle() {
      setChoosing(!choosing.isChoosing)
      if (choosing.isChoosing) selection.clear()
    },
  }
  const exportAll = list.data && rights.mayRead ? () => setOverlay('exportAll') : undefined
  return (
    <div className="people">
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {!isEmpty && (
          <div className="page-actions">
            {!isNarrow && (
              <button type="button" className="button" disabled={!exportAll} onClick={exportAll}>
                {words.export}
              </button>
            )}
            {rights.maySend && (
              <Link className="button button-main" to="/invite">
                {words.invite}
              </Link>
            )}
          </div>
        )}
      </header>
      {rights.isCoach && <CoachingLine />}
      {!isEmpty && (
        <div className="people-tools">
          <SearchField value={search.search ?? ''} />
          <Filters search={search} />
          <OrderChoice search={search} />
          <p className="people-count figures" role="status">
            {total === undefined || list.isPlaceholderData ? '' : count(words.total, total)}
          </p>
          {isNarrow && (
            <>
              <button type="button" className="plain-button" disabled={!exportAll} onClick={exportAll}>
                {words.export}
              </button>
              <button
                type="button"
                className="plain-button"
                aria-pressed={choosing.isChoosing}
                onClick={choosing.toggle}
              >
                {words.select}
              </button>
            </>
          )}
        </div>
      )}
      {!isEmpty && <StatusTabs search={search} />}
      <Chips search={search} />
      {list.isError && !list.data ? (
        <FailureNote error={list.error} retry={() => void list.refetch()} />
      ) : isEmpty ? (
        <NobodyYet mayInvite={rights.mayAdd} why={reason} />
      ) : (
        <PeopleList
          page={list.data}
          isOld={list.isPlaceholderData}
          selection={selection}
          isChoosing={choosing.isChoosing}
          maySend={rights.maySend}
        />
      )}
      {hasRows && <ApiCall route="GET /profiles" request={{ query: peopleRequest(search) }} />}
      {chosen.length > 0 && (
        <SelectionBar
          profileIds={chosen.map(({ id }) => id)}
          selectAll={
            <SelectAll
              key={selection.filters}
              search={search}
              total={total ?? 0}
              selected={chosen.length}
              isOffered={isWholePage}
              onPeople={selection.add}
            />
          }
          maySend={rights.maySend}
          mayTag={rights.mayTag}
          onTags={() => setOverlay('tags')}
          onInvite={() => setOverlay('invite')}
          onExport={() => setOverlay('exportChosen')}
          onClear={selection.clear}
        />
      )}
      <Overlays
        overlay={overlay}
        onClose={() => setOverlay(undefined)}
        search={search}
        total={total ?? 0}
        chosen={chosen}
        onTagsShown={selection.showTags}
      />
    </div>
  )
}

const none: readonly Profile[] = []
