import { type MouseEvent, memo } from 'react'
import type { Profile } from '../client/types.ts'
import { personName } from '../words/person-name.ts'
import { completedShare, State, Style, Tags, Tone } from './cells.tsx'
import { PersonLink } from './person-link.tsx'
import { pressRow } from './row-press.ts'
import type { RowsProps } from './rows.ts'
import type { PeopleSearch } from './search.ts'
import { SelectBox, SelectPageBox } from './select-box.tsx'
import { pageState } from './selection.ts'
import { SkeletonRows } from './skeletons.tsx'
import { useChangeSearch } from './use-people-search.ts'
import { words } from './words.ts'

/** The list on wide screens. Every row is 59 px high, also while loading. */
export function PeopleTable({ sort, rows }: { sort: PeopleSearch['sort']; rows: RowsProps | undefined }) {
  const press = (event: MouseEvent<HTMLElement>) => pressRow(event, (rows?.chosen.size ?? 0) > 0)
  const { heads } = words
  return (
    <table className="people-table" aria-label={words.title}>
      <thead>
        <tr>
          <th scope="col" className="people-column-box">
            {rows && (
              <SelectPageBox state={pageState(rows.chosen, rows.people)} onToggle={rows.onTogglePage} />
            )}
            <span className="out-of-sight">{heads.chosen}</span>
          </th>
          <NameHead sort={sort} />
          <th scope="col" className="people-column-tone" title={words.toneNote}>
            {heads.tone}
          </th>
          <th scope="col" className="people-column-style">
            {heads.style}
          </th>
          <th scope="col" className="people-column-tags">
            {heads.tags}
          </th>
          <th scope="col" className="people-column-state">
            {heads.state}
          </th>
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keys have the link and the box in each row */}
      <tbody onClick={press}>
        {rows ? (
          rows.people.map((profile) => (
            <Row
              key={profile.id}
              profile={profile}
              progress={rows.progress?.[profile.id]}
              isLate={rows.isLate}
              isChosen={rows.chosen.has(profile.id)}
              onToggle={rows.onToggle}
              onResend={rows.onResend}
            />
          ))
        ) : (
          <SkeletonRows />
        )}
      </tbody>
    </table>
  )
}

function NameHead({ sort }: { sort: PeopleSearch['sort'] }) {
  const change = useChangeSearch()
  const way = sort === 'name' ? 'ascending' : sort === 'nameDown' ? 'descending' : undefined
  return (
    <th scope="col" aria-sort={way}>
      <button
        type="button"
        className="people-sort"
        onClick={() => change({ sort: sort === 'name' ? 'nameDown' : 'name' })}
      >
        {words.heads.name}
        <span aria-hidden="true">{way === undefined ? ' ↕' : way === 'ascending' ? ' ↑' : ' ↓'}</span>
      </button>
    </th>
  )
}

type RowProps = {
  profile: Profile
  progress: Parameters<typeof State>[0]['progress']
  isChosen: boolean
} & Pick<RowsProps, 'isLate' | 'onToggle' | 'onResend'>

const Row = memo(function Row({ profile, progress, isLate, isChosen, onToggle, onResend }: RowProps) {
  const name = personName(profile)
  const address = profile.email ?? profile.phone
  return (
    <tr data-person={profile.id} data-chosen={isChosen || undefined}>
      <td>
        <SelectBox name={name} isChosen={isChosen} onToggle={(isRange) => onToggle(profile.id, isRange)} />
      </td>
      <th scope="row">
        <PersonLink profileId={profile.id} name={name} />
        {address && address !== name && <bdi className="people-address">{address}</bdi>}
      </th>
      <td>
        <Tone focus={profile.focus} share={completedShare(profile, progress)} width={204} />
      </td>
      <td>
        <Style profile={profile} />
      </td>
      <td>
        <Tags profile={profile} max={2} />
      </td>
      <td>
        <State profile={profile} progress={progress} isLate={isLate} onResend={onResend} />
      </td>
    </tr>
  )
})
