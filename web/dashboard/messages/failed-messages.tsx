import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { showToast } from '../ui/toasts.tsx'
import { failureHelp, failureWords } from '../words/message-words.ts'
import { pluralizeMessages, refreshMessages } from './refresh.ts'

type Failed = CallAnswer<'GET /messages'>['failed']

/** What failed and could be sent again, by reason, with what helps. */
export function FailedMessages({ failed, maySet }: { failed: Failed; maySet: boolean }) {
  if (failed.length === 0) return null
  return (
    <section className="failed-messages" aria-labelledby="failed-messages">
      <h2 className="section" id="failed-messages">
        Not delivered
      </h2>
      <ul>
        {failed.map((one) => (
          <Reason key={one.failure ?? ''} {...one} maySet={maySet} />
        ))}
      </ul>
      <p className="note">
        Texts are kept for seven days after a message failed, so that it can be sent again.
      </p>
    </section>
  )
}

function Reason({ failure, count, maySet }: Failed[number] & { maySet: boolean }) {
  const key = useIdempotencyKey()
  const again = useMutation({
    mutationFn() {
      const body = failure ? { failure } : {}
      return call('POST /messages/retry', { body, idempotencyKey: key.keyFor({ ...body, count }) })
    },
    async onSuccess({ data }) {
      showToast(data.retried > 0 ? `Sending ${pluralizeMessages(data.retried)} again.` : nothingToSend)
      await refreshMessages()
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const words = failure ? failureWords[failure] : 'Failed for a reason that was not recorded'
  return (
    <li>
      <span>
        {failure ? (
          <Link to="/messages" search={{ status: 'failed', failure } as never}>
            {words}
          </Link>
        ) : (
          words
        )}
        : {pluralizeMessages(count)}.{' '}
        {failure && failureHelp[failure] && <span className="second">{failureHelp[failure]}</span>}
      </span>
      {maySet && (
        <button
          type="button"
          className="button button-small"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          Try all again
          <span className="out-of-sight">: {words}</span>
        </button>
      )}
    </li>
  )
}

const nothingToSend = 'None of them can be sent again: their links have ended, or people have unsubscribed.'
