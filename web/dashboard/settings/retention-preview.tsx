import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { hasScope } from '../client/access.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { count, formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import { useDebounced } from '../ui/use-debounced.ts'
import { When } from '../ui/when.tsx'
import { personName } from '../words/person-name.ts'
import { words } from './words.ts'

export type DuePreview = CallAnswer<'GET /account/retention'>['data']

const previewQuery = (days: number) =>
  queryOptions({
    queryKey: ['retention', days],
    queryFn: async ({ signal }) => (await call('GET /account/retention', { query: { days }, signal })).data,
  })

/** Whether these days delete someone, so that saving them asks first. */
export function isDeleting({ count: found, isComplete, holdsFrom }: DuePreview): boolean {
  return holdsFrom !== null && (found > 0 || !isComplete)
}

/** As of now, whatever was shown before. */
export async function readPreview(days: number): Promise<DuePreview> {
  return (await call('GET /account/retention', { query: { days } })).data
}

/** Whom the days in the field would delete, while they are chosen. */
export function RetentionPreview({ days }: { days: number }) {
  const asked = Number(useDebounced(String(days)))
  const { data, error, refetch } = useQuery({
    ...previewQuery(asked),
    enabled: asked > 0 && hasScope('profiles:read'),
  })
  if (error) return <FailureNote error={error} retry={() => void refetch()} />
  return (
    <div className="retention-preview" role="status">
      {data && asked === days && <DuePeople preview={data} />}
    </div>
  )
}

/** How many, who they are, and when the first of them would be deleted. */
export function DuePeople({ preview }: { preview: DuePreview }) {
  const { people, holdsFrom } = preview
  const more = preview.count - people.length
  return (
    <>
      <p>
        <strong>{howMany(preview)}</strong>
      </p>
      {people.length > 0 && (
        <ul>
          {people.map((person) => (
            <li key={person.id}>
              <Link to="/people/$profileId" params={{ profileId: person.id }} target="_blank">
                <bdi>{personName(person)}</bdi>
              </Link>
            </li>
          ))}
          {more > 0 && <li>{count(words.retention.more, more)}</li>}
        </ul>
      )}
      <p>
        {holdsFrom === null ? (
          words.retention.atOnce
        ) : (
          <Sentence text={words.retention.first} slots={{ date: <When at={holdsFrom} style="moment" /> }} />
        )}
      </p>
    </>
  )
}

function howMany({ count: found, isComplete }: DuePreview): string {
  if (isComplete) return found === 0 ? words.retention.nobody : count(words.retention.would, found)
  return found === 0 ? words.retention.unknown : count(words.retention.atLeast, found)
}

/** The days that were chosen and don't hold yet, and the way back. */
export function RetentionWait({
  days,
  pending: { holdsFrom, daysBefore },
  isBusy,
  problem,
  onBack,
}: {
  days: number
  pending: { holdsFrom: string; daysBefore: number | null }
  isBusy: boolean
  /** Why the way back failed. */
  problem: string | undefined
  onBack?: (() => void) | undefined
}) {
  return (
    <div className="retention-pending">
      <p>
        <Sentence
          text={formFor(words.retention.pending, days)}
          slots={{ n: days, date: <When at={holdsFrom} style="moment" /> }}
        />{' '}
        {daysBefore === null ? words.retention.untilNobody : count(words.retention.untilDays, daysBefore)}
      </p>
      {onBack && (
        <button type="button" className="button button-small" disabled={isBusy} onClick={onBack}>
          {words.retention.back}
        </button>
      )}
      {problem && (
        <p className="field-problem" role="alert">
          <Icon name="warning" size={16} />
          {problem}
        </p>
      )}
    </div>
  )
}
