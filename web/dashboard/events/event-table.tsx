import { Link } from '@tanstack/react-router'
import type { Event } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { type Names, nameIn } from '../ui/person-names.ts'
import { When } from '../ui/when.tsx'
import { EventDetails } from './event-details.tsx'
import type { EventsSearch } from './search.ts'
import { profileOf } from './subject.ts'
import { words } from './words.ts'

/** The events, newest first; each opens to its data and to where it was sent. */
export function EventTable({
  events,
  names,
  search,
}: {
  events: readonly Event[]
  names: Names
  search: EventsSearch
}) {
  return (
    <BlockTable
      heads={[words.heads.when, words.heads.event, words.heads.about, words.heads.by, words.heads.sentTo]}
      className="feed-table"
    >
      {events.map((event) => {
        const profileId = profileOf(event)
        return (
          <BlockRow key={event.id}>
            <BlockCell className="figures feed-time">
              <When at={event.timestamp} style="moment" />
            </BlockCell>
            <BlockCell>
              <code>{event.type}</code>
              <span className="note figures feed-number">{fill(words.number, { n: event.seq })}</span>
            </BlockCell>
            <BlockCell>
              {profileId && (
                <About profileId={profileId} name={nameIn(names, profileId)} event={event} search={search} />
              )}
            </BlockCell>
            <BlockCell>
              <By event={event} />
            </BlockCell>
            <BlockCell>
              <EventDetails event={event} />
            </BlockCell>
          </BlockRow>
        )
      })}
    </BlockTable>
  )
}

/** Who caused it, by name where there is one: of what Timbre sends, who had it sent. */
function By({ event: { by, actorName } }: { event: Event }) {
  if (!actorName) return <>{words.by[by.kind]}</>
  return (
    <span className="feed-about">
      <bdi>{actorName}</bdi>
      {by.kind !== 'member' && <span className="note">{words.by[by.kind]}</span>}
    </span>
  )
}

/** The person, and a link that filters by them. A deleted person has no page. */
function About({
  profileId,
  name,
  event,
  search: { before: _, ...search },
}: {
  profileId: string
  name: string
  event: Event
  search: EventsSearch
}) {
  return (
    <span className="feed-about">
      {event.type === 'profile.deleted' ? (
        <bdi>{name}</bdi>
      ) : (
        <Link to="/people/$profileId" params={{ profileId }}>
          <bdi>{name}</bdi>
        </Link>
      )}
      {search.profileId !== profileId && (
        <Link to="/events" search={{ ...search, profileId } as never} className="note">
          <Sentence text={words.onlyThisPerson} slots={{ name }} />
        </Link>
      )}
    </span>
  )
}
