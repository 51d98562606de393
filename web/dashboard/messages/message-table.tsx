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
  const hasActions = messages.some((message) => (maySet && message.retryUntil) || isTextGone(message))
  return (
    <BlockTable
      heads={[heads.when, heads.message, heads.about, heads.state, ...(hasActions ? [heads.actions] : [])]}
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
            {/* Each owner gets one. Whose it was isn't stored. */}
            {message.kind === 'security' && words.toOwner}
          </BlockCell>
          <BlockCell>
            <State message={message} />
          </BlockCell>
          {hasActions && (
            <BlockCell>
              {maySet && message.retryUntil && <Actions message={message} />}
              {isTextGone(message) && <span className="note">{words.textGone}</span>}
            </BlockCell>
          )}
        </BlockRow>
      ))}
    </BlockTable>
  )
}

/** A message to a person that failed so long ago that it can't be sent again. */
function isTextGone({ state, retryUntil, discardedAt, profileId }: Message): boolean {
  return state === 'failed' && !retryUntil && !discardedAt && profileId !== null
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
      {state === 'failed' && !failure && !bouncedAt && !discardedAt && (
        <span className="note message-reason">{words.failed.unknownReason}</span>
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
