import { CampaignLink } from '../ui/campaign-link.tsx'
import './messages.css'
import '../ui/settings-link.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { hasScope } from '../client/access.ts'
import { ApiError, isRetryable } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import { useRights } from '../client/rights.ts'
import type { Message, Profile } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { CampaignEmail } from '../ui/campaign-email.tsx'
import { FailurePage, NotFoundPage } from '../ui/failure-page.tsx'
import { Icon } from '../ui/icon.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { When } from '../ui/when.tsx'
import { failureHelp } from '../words/message-words.ts'
import { nameOfUnknown, personName } from '../words/person-name.ts'
import { MessageActions, MessageOutcome, memberText, purposeText } from './message-parts.tsx'
import { messageQuery } from './queries.ts'
import { words } from './words.ts'

/** One message: about whom, what for, when it was sent or why not, and what is known of its text. */
export function MessagePage() {
  const { messageId } = useParams({ from: '/framed/messages/$messageId' })
  const { data: message, error, refetch } = useQuery(messageQuery(messageId))
  const person = useQuery({
    queryKey: ['messages', 'person', message?.profileId],
    enabled: message?.profileId != null && hasScope('profiles:read'),
    queryFn: async ({ signal }) => {
      const query = { profileIds: [message?.profileId ?? ''], limit: 1, state: 'all' } as const
      return (await call('GET /profiles', { query: { ...query, profileIds: [...query.profileIds] }, signal }))
        .profiles[0]
    },
  })
  usePageTitle(message ? purposeText(message) : words.one.title)
  if (error && !message) {
    const isNoId = error instanceof ApiError && [400, 404].includes(error.status) && !isRetryable(error)
    return isNoId ? <NotFoundPage /> : <FailurePage error={error} retry={() => void refetch()} />
  }
  const isReady = message !== undefined && !person.isLoading
  return (
    <>
      <p className="settings-back">
        <Link to="/messages">
          <Icon name="back" size={16} />
          {words.title}
        </Link>
      </p>
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {message ? purposeText(message) : words.one.title}
        </h1>
      </header>
      {isReady ? (
        <>
          <Facts message={message} person={person.data} />
          <Wording message={message} person={person.data} />
        </>
      ) : (
        <Skeleton width="100%" height={320} />
      )}
      <ApiCall route="GET /message/{messageId}" request={{ path: { messageId } }} />
    </>
  )
}

function Facts({ message, person }: { message: Message; person: Profile | undefined }) {
  const { maySet, mayChange } = useRights()
  const { profileId, channel, kind, campaign, createdAt, state, doneAt, failure, bouncedAt } = message
  const forMember = memberText(message)
  // What is sent about a person to a member has the member's address.
  const address = forMember !== undefined ? undefined : channel === 'email' ? person?.email : person?.phone
  const isRefused = failure === 'recipient' || bouncedAt !== null
  // Nothing helps a message to an address that the person no longer has.
  const isFormer = kind === 'former' || message.addressChanged === true
  const isAboutAddress = forMember === undefined && isRefused && !isFormer
  const helped = isRefused && isFormer ? null : (failure ?? (isAboutAddress ? 'recipient' : null))
  const help = helped ? failureHelp[helped] : undefined
  return (
    <dl className="message-facts">
      {profileId && (
        <Fact name={words.filters.person}>
          <Link to="/people/$profileId" params={{ profileId }}>
            <bdi>{person ? personName(person) : nameOfUnknown(profileId)}</bdi>
          </Link>
        </Fact>
      )}
      {forMember !== undefined && (
        <Fact name={words.one.member}>
          <bdi>{forMember}</bdi>
        </Fact>
      )}
      {address && (
        <Fact name={words.one.address}>
          <Sentence
            text={words.one.addressNow}
            slots={{ address: <bdi>{address}</bdi> }}
            marks={{ note: (text) => <span className="note">{text}</span> }}
          />
        </Fact>
      )}
      {campaign && (
        <Fact name={words.one.campaign}>
          <CampaignLink campaign={campaign} />
        </Fact>
      )}
      <Fact name={words.one.channel}>{words.filters.channels[channel]}</Fact>
      <Fact name={words.one.queued}>
        <When at={createdAt} style="moment" />
      </Fact>
      {doneAt && !bouncedAt && (
        <Fact name={state === 'sent' ? words.one.sent : words.one.failed}>
          <When at={doneAt} style="moment" />
        </Fact>
      )}
      <Fact name={words.heads.state}>
        <MessageOutcome message={message} />
      </Fact>
      {help && (
        <Fact name={words.one.help}>
          {help}
          {isAboutAddress && profileId && mayChange && (
            <span className="message-correct">
              <Link
                to="/people/$profileId"
                params={{ profileId }}
                search={{ edit: true }}
                className="button button-small"
              >
                {words.one.correct}
              </Link>
            </span>
          )}
        </Fact>
      )}
      {maySet && message.retryUntil && (
        <Fact name={words.heads.actions}>
          <MessageActions message={message} />
        </Fact>
      )}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The text is never shown. An email of a campaign can be written again from what the campaign says now. */
function Wording({ message, person }: { message: Message; person: Profile | undefined }) {
  const { state, retryUntil, campaign, channel, purpose } = message
  const { wording } = words.one
  const canPreview =
    campaign !== null &&
    channel === 'email' &&
    (purpose === 'invite' || purpose === 'reminder') &&
    hasScope('profiles:write')
  return (
    <section className="message-wording" aria-labelledby="message-wording">
      <h2 className="section" id="message-wording">
        {wording.title}
      </h2>
      <p>
        {retryUntil ? (
          <Sentence text={wording.kept} slots={{ date: <When at={retryUntil} style="date" /> }} />
        ) : state === 'waiting' ? (
          wording.waiting
        ) : state === 'sent' ? (
          wording.gone
        ) : (
          wording.deleted
        )}{' '}
        {canPreview && wording.today}
      </p>
      {canPreview && (
        <CampaignEmail campaignId={campaign.id} isReminder={purpose === 'reminder'} person={person} />
      )}
    </section>
  )
}
