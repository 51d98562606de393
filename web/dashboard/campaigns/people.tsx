import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { CampaignPerson } from '../client/types.ts'
import { formatNumber } from '../language/formats.ts'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { personName } from '../words/person-name.ts'
import { campaignPeopleQuery } from './queries.ts'
import type { CampaignSearch } from './search.ts'
import { placeText, stepWords } from './words.ts'

/** The people of a campaign; at first those who have not completed. */
export function CampaignPeople({ campaignId }: { campaignId: string }) {
  const search = useSearch({ from: '/framed/campaigns/$campaignId' }) as CampaignSearch
  const navigate = useNavigate()
  const { data, error, refetch, isPlaceholderData } = useQuery(campaignPeopleQuery(campaignId, search))
  const show = (step: string) =>
    void navigate({
      to: '/campaigns/$campaignId',
      params: { campaignId },
      search: (step === '' ? {} : { step }) as never,
      resetScroll: false,
    })
  return (
    <section id="campaign-people" aria-labelledby="campaign-people-head" className="campaign-people">
      <div className="campaign-people-head">
        <h2 id="campaign-people-head" className="section">
          People
        </h2>
        <label className="campaign-step">
          <span className="out-of-sight">Which people</span>
          <select className="field" value={search.step ?? ''} onChange={(event) => show(event.target.value)}>
            <option value="">Not completed</option>
            <option value="all">Everyone</option>
            {Object.entries(stepWords).map(([step, words]) => (
              <option key={step} value={step}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={160} />}
      {data?.people.length === 0 && <p>No one here.</p>}
      {data && data.people.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <BlockTable heads={['Person', 'Where', 'Since', 'Last message', 'Reminders']}>
            {data.people.map((person) => (
              <Row key={person.profileId} person={person} />
            ))}
          </BlockTable>
          <Pages search={search} campaignId={campaignId} pagination={data.pagination} />
        </div>
      )}
    </section>
  )
}

function Row({ person }: { person: CampaignPerson }) {
  const { profileId, since, messagedAt, reminders, isReminderAsked, optedOut } = person
  return (
    <BlockRow>
      <RowHead>
        <Link to="/people/$profileId" params={{ profileId }}>
          <bdi>{personName(person)}</bdi>
        </Link>
        {optedOut && <span className="note">Unsubscribed</span>}
      </RowHead>
      <BlockCell label="Where">{placeText(person)}</BlockCell>
      <BlockCell label="Since" className="figures">
        <When at={since} style="near" />
      </BlockCell>
      <BlockCell label="Last message" className="figures">
        <When at={messagedAt} style="near" />
      </BlockCell>
      <BlockCell label="Reminders" className="figures">
        {formatNumber(reminders)}
        {isReminderAsked && <span className="note"> one on its way</span>}
      </BlockCell>
    </BlockRow>
  )
}

function Pages({
  search,
  campaignId,
  pagination: { hasMore, total },
}: {
  search: CampaignSearch
  campaignId: string
  pagination: { hasMore: boolean; total: number }
}) {
  const { page = 1 } = search
  const to = (next: number) => ({
    to: '/campaigns/$campaignId',
    params: { campaignId },
    search: { ...search, page: next } as never,
    resetScroll: false,
  })
  return (
    <nav className="audit-pages" aria-label="Pages of people">
      <span className="figures">
        {formatNumber(total)} {total === 1 ? 'person' : 'people'}
      </span>
      {page > 1 && (
        <Link {...to(page - 1)} className="button button-small">
          Back
        </Link>
      )}
      {hasMore && (
        <Link {...to(page + 1)} className="button button-small">
          More
        </Link>
      )}
    </nav>
  )
}
