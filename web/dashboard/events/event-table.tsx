import { Link } from '@tanstack/react-router'
import type { Event } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { CampaignLink } from '../ui/campaign-link.tsx'
import { type Names, nameIn } from '../ui/person-names.ts'
import { When } from '../ui/when.tsx'
import { EventDetails } from './event-details.tsx'
import type { EventsSearch } from './search.ts'
import { type Subject, subjectOf } from './subject.ts'
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
        const subject = subjectOf(event)
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
              {subject?.kind === 'profile' && (
                <About
                  profileId={subject.id}
                  name={nameIn(names, subject.id)}
                  event={event}
                  search={search}
                />
              )}
              {subject && subject.kind !== 'profile' && <Thing subject={subject} names={names} />}
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

/** Who caused it, by name where there is one. What Timbre does by itself is its own; who invited the person comes second. */
function By({ event: { by, actorName } }: { event: Event }) {
  if (!actorName || by.kind === 'person' || by.kind === 'operator') return <>{words.by[by.kind]}</>
  const name = <bdi>{actorName}</bdi>
  return (
    <span className="feed-about">
      {by.kind === 'system' ? words.by.system : name}
      {by.kind === 'system' && (
        <span className="note">
          <Sentence text={words.invitedBy} slots={{ name }} />
        </span>
      )}
      {by.kind === 'client' && <span className="note">{words.by.client}</span>}
    </span>
  )
}

/** A tag, saved team, campaign or webhook, which leads to its page. One without a name has the end of its id. */
function Thing({ subject: { kind, id }, names }: { subject: Subject; names: Names }) {
  const name = names.get(id)
  if (kind === 'profile') return null
  if (name === undefined) return <>{fill(words.unnamed[kind], { id: id.slice(-8) })}</>
  const label = <bdi>{name}</bdi>
  return (
    <span className="feed-about">
      {kind === 'tag' && (
        <Link to="/people" search={{ tagIds: [id] }}>
          {label}
        </Link>
      )}
      {kind === 'savedTeam' && (
        <Link to="/teams" search={{ savedTeamIds: [id] } as never}>
          {label}
        </Link>
      )}
      {kind === 'campaign' && <CampaignLink campaign={{ id, name }} />}
      {kind === 'webhook' && (
        <Link to="/settings/webhooks/$webhookId" params={{ webhookId: id }}>
          {label}
        </Link>
      )}
      <span className="note">{words.kinds[kind]}</span>
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
