import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Message } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { BlockCell, BlockRow, BlockTable } from '../ui/block-table.tsx'
import { type Names, nameIn } from '../ui/person-names.ts'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { failureWords, kindWords, stateWords } from '../words/message-words.ts'
import { refreshMessages } from './refresh.ts'
import { words } from './words.ts'

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
  const { heads, channels } = words
  return (
    <BlockTable
      heads={[heads.when, heads.message, heads.about, heads.state, heads.actions]}
      className="message-table"
    >
      {messages.map((message) => (
        <BlockRow key={message.id}>
          <BlockCell className="figures message-time">
            <When at={message.createdAt} style="moment" />
          </BlockCell>
          <BlockCell>
            {message.kind ? kindWords[message.kind] : words.unknownKind}
            <span className="note message-channel">{channels[message.channel]}</span>
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
        {discardedAt ? words.discarded : bouncedAt ? words.bounced : stateWords[state]}
      </span>
      {failure && (
        <span className="note message-reason">
          {failureCode
            ? fill(words.reasonCode, { reason: failureWords[failure], code: failureCode })
            : failureWords[failure]}
        </span>
      )}
      {bouncedAt && (
        <span className="note message-reason">
          <Sentence text={words.reported} slots={{ date: <When at={bouncedAt} style="moment" /> }} />
        </span>
      )}
      {state === 'sent' && delayReports > 0 && <span className="note message-reason">{words.delayed}</span>}
      {nextAttemptAt && attempts > 0 && (
        <span className="note message-reason">
          <Sentence
            text={words.attempt}
            slots={{ n: attempts + 1, date: <When at={nextAttemptAt} style="moment" /> }}
          />
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
      showToast(route.endsWith('retry') ? words.retried : words.discardDone)
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
        {words.retry}
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={act.isPending}
        onClick={() => act.mutate('POST /message/{messageId}/discard')}
      >
        {words.discard}
      </button>
    </span>
  )
}
