import { useMutation } from '@tanstack/react-query'
import { errorMessage } from '../client/api-error.ts'
import { call } from '../client/call.ts'
import type { Message } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { showToast } from '../ui/toasts.tsx'
import { When } from '../ui/when.tsx'
import { failureWords, purposeWords, stateWords } from '../words/message-words.ts'
import { refreshMessages } from './refresh.ts'
import { words } from './words.ts'

/** What the message is for: “Reminder”. */
export function purposeText({ purpose }: Message): string {
  return purpose ? purposeWords[purpose] : words.unknownKind
}

/** Whom of the account an email is for: their address, if the reader may see members. Undefined for messages to people. */
export function memberText({ member, kind }: Pick<Message, 'member' | 'kind'>): string | undefined {
  if (member?.email) return member.email
  if (kind === 'security') return words.toOwner
  const isForMember = kind === 'member' || kind === 'notice' || kind === 'memberNotice'
  return member || isForMember ? words.toMember : undefined
}

/** Whether it was sent, and why not. */
export function MessageOutcome({
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

/** What can be done about a message that failed. */
export function MessageActions({ message }: { message: Message }) {
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
