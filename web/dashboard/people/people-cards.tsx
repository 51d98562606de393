import { memo } from 'react'
import type { Profile } from '../client/types.ts'
import { personName } from '../words/person-name.ts'
import { completedShare, State, Style, Tags, Tone } from './cells.tsx'
import { PersonLink } from './person-link.tsx'
import type { RowsProps } from './rows.ts'
import { SelectBox, SelectPageBox } from './select-box.tsx'
import { pageState } from './selection.ts'
import { SkeletonCards } from './skeletons.tsx'
import { words } from './words.ts'

/** The list on narrow screens: three lines per person, with the tone at the end. */
export function PeopleCards({ rows, isChoosing }: { rows: RowsProps | undefined; isChoosing: boolean }) {
  return (
    <div className="people-cards">
      {rows && isChoosing && (
        <div className="people-cards-head">
          <SelectPageBox state={pageState(rows.chosen, rows.people)} onToggle={rows.onTogglePage} />
          <span className="note">{words.chooseAll.cards}</span>
        </div>
      )}
      <ul aria-label={words.title}>
        {rows ? (
          rows.people.map((profile) => (
            <Card
              key={profile.id}
              profile={profile}
              progress={rows.progress?.[profile.id]}
              isLate={rows.isLate}
              isChosen={rows.chosen.has(profile.id)}
              onToggle={isChoosing ? rows.onToggle : undefined}
              onResend={rows.onResend}
            />
          ))
        ) : (
          <SkeletonCards />
        )}
      </ul>
    </div>
  )
}

type CardProps = {
  profile: Profile
  progress: Parameters<typeof State>[0]['progress']
  isChosen: boolean
  onToggle: RowsProps['onToggle'] | undefined
} & Pick<RowsProps, 'isLate' | 'onResend'>

const Card = memo(function Card({ profile, progress, isLate, isChosen, onToggle, onResend }: CardProps) {
  const name = personName(profile)
  const address = profile.email ?? profile.phone
  return (
    <li className="people-card" data-person={profile.id} data-chosen={isChosen || undefined}>
      {onToggle && (
        <SelectBox name={name} isChosen={isChosen} onToggle={(isRange) => onToggle(profile.id, isRange)} />
      )}
      <div className="people-card-words">
        <PersonLink profileId={profile.id} name={name} />
        {profile.tags?.length ? (
          <Tags profile={profile} max={2} />
        ) : (
          <bdi className="people-address">{address === name ? '' : (address ?? words.row.noAddress)}</bdi>
        )}
        <State profile={profile} progress={progress} isLate={isLate} onResend={onResend} />
      </div>
      <div className="people-card-end">
        <Style profile={profile} />
        <Tone focus={profile.focus} share={completedShare(profile, progress)} width={128} />
      </div>
    </li>
  )
})
