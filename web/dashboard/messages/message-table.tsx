import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Message } from '../client/types.ts'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { type Names, nameIn } from '../ui/person-names.ts'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { failureWords, kindWords, stateWords } from '../words/message-words.ts'
import { refreshMessages } from './refresh.ts'

/** The messages, newest first, with what can be done about those that failed. */
export function MessageTable({
  messages,
  names,
  maySet,
}: {
  messages: readonly Message[]
  names: Names
  maySet: boolean
}) {
  return (
    <BlockTable heads={['When', 'Message', 'About', 'State', 'What you can do']} className="message-table">
      {messages.map((message) => (
        <BlockRow key={message.id}>
          <BlockCell className="figures message-time">
            <When at={message.createdAt} style="moment" />
          </BlockCell>
          <BlockCell>
            {message.kind ? kindWords[message.kind] : 'Message'}
            <span className="note message-channel">
              {message.channel === 'sms' ? 'text message' : 'email'}
            </span>
          </BlockCell>
          <BlockCell>
            {message.profileId && (
              <Link to="/people/$profileId" params={{ profileId: message.profileId }}>
                <bdi>{nameIn(names, message.profileId)}</bdi>
              </Link>
            )}
          </BlockCell>
          <BlockCell>
            <State message={message} />
          </BlockCell>
          <BlockCell>{maySet && message.retryUntil && <Actions message={message} />}</BlockCell>
        </BlockRow>
      ))}
    </BlockTable>
  )
}

function State({
  message: { state, failure, failureCode, nextAttemptAt, attempts, discardedAt, bouncedAt, delayReports },
}: {
  message: Message
}) {
  return (
    <>
      <span className="message-state" data-state={state}>
        {discardedAt ? 'Failed and discarded' : bouncedAt ? 'Bounced' : stateWords[state]}
      </span>
      {failure && (
        <span className="note message-reason">
          {failureWords[failure]}
          {failureCode && ` (${failureCode})`}
        </span>
      )}
      {bouncedAt && (
        <span className="note message-reason">
          reported <When at={bouncedAt} style="moment" />
        </span>
      )}
      {state === 'sent' && delayReports > 0 && (
        <span className="note message-reason">A mail server reports a delay</span>
      )}
      {nextAttemptAt && attempts > 0 && (
        <span className="note message-reason">
          attempt {attempts + 1} <When at={nextAttemptAt} style="moment" />
        </span>
      )}
    </>
  )
}

function Actions({ message }: { message: Message }) {
  const path = { messageId: message.id }
  const act = useMutation({
    mutationFn: (route: 'POST /message/{messageId}/retry' | 'POST /message/{messageId}/discard') =>
      call(route, { path }),
    async onSuccess(_, route) {
      showToast(route.endsWith('retry') ? 'Sending it again.' : 'Discarded.')
      await refreshMessages()
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  return (
    <span className="message-actions">
      <button
        type="button"
        className="button button-small"
        disabled={act.isPending}
        onClick={() => act.mutate('POST /message/{messageId}/retry')}
      >
        Try again
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={act.isPending}
        onClick={() => act.mutate('POST /message/{messageId}/discard')}
      >
        Discard
      </button>
    </span>
  )
}
