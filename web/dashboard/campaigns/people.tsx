import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { CampaignPerson } from '../client/types.ts'
import { count } from '../language/fill.ts'
import { formatNumber } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable, RowHead } from '../ui/block-table.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { ListPages } from '../ui/list-pages.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { personName } from '../words/person-name.ts'
import { placeText } from './place-text.ts'
import { campaignPeopleQuery } from './queries.ts'
import { type CampaignSearch, steps } from './search.ts'
import { words } from './words.ts'

const { people } = words
const { heads } = people

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
          {people.title}
        </h2>
        <label className="campaign-step">
          <span className="out-of-sight">{people.which}</span>
          <select className="field" value={search.step ?? ''} onChange={(event) => show(event.target.value)}>
            <option value="">{people.notCompleted}</option>
            <option value="all">{people.everyone}</option>
            {steps.map((step) => (
              <option key={step} value={step}>
                {words.places[step]}
              </option>
            ))}
          </select>
        </label>
      </div>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={160} />}
      {data?.people.length === 0 && <p>{people.none}</p>}
      {data && data.people.length > 0 && (
        <div aria-busy={isPlaceholderData}>
          <BlockTable
            className="campaign-table"
            heads={[heads.person, heads.where, heads.since, heads.lastMessage, heads.reminders]}
          >
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
        {optedOut && <span className="note">{people.unsubscribed}</span>}
      </RowHead>
      <BlockCell className="campaign-place">{placeText(person)}</BlockCell>
      <BlockCell label={heads.since} className="figures">
        <When at={since} style="near" />
      </BlockCell>
      <BlockCell label={heads.lastMessage} className="figures">
        <When at={messagedAt} style="near" />
      </BlockCell>
      <BlockCell label={heads.reminders} className="figures">
        {isReminderAsked ? (
          <Sentence
            text={people.reminderComing}
            slots={{ n: reminders }}
            marks={{ note: (text) => <span className="note">{text}</span> }}
          />
        ) : (
          formatNumber(reminders)
        )}
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
  return (
    <ListPages
      to="/campaigns/$campaignId"
      params={{ campaignId }}
      resetScroll={false}
      label={people.pages}
      shown={count(people.total, total)}
      steps={[
        page > 1 && { verb: people.previous, search: { ...search, page: page - 1 } },
        hasMore && { verb: people.next, search: { ...search, page: page + 1 } },
      ]}
    />
  )
}
