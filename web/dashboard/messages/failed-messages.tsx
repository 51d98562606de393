import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { errorMessage } from '../client/api-error.ts'
import { type CallAnswer, call } from '../client/call.ts'
import { useIdempotencyKey } from '../client/use-idempotency-key.ts'
import { count, formFor } from '../language/fill.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { showToast } from '../ui/toasts.tsx'
import { failureHelp, failureWords } from '../words/message-words.ts'
import { refreshMessages } from './refresh.ts'
import { words } from './words.ts'

type Failed = CallAnswer<'GET /messages'>['failed']

/** What failed and could be sent again, by reason, with what helps. */
export function FailedMessages({ failed, maySet }: { failed: Failed; maySet: boolean }) {
  if (failed.length === 0) return null
  return (
    <section className="failed-messages" aria-labelledby="failed-messages">
      <h2 className="section" id="failed-messages">
        {words.failed.title}
      </h2>
      <ul>
        {failed.map((one) => (
          <Reason key={one.failure ?? ''} {...one} maySet={maySet} />
        ))}
      </ul>
      <p className="note">{words.failed.note}</p>
    </section>
  )
}

function Reason({ failure, count: n, maySet }: Failed[number] & { maySet: boolean }) {
  const key = useIdempotencyKey()
  const again = useMutation({
    mutationFn() {
      const body = failure ? { failure } : {}
      return call('POST /messages/retry', { body, idempotencyKey: key.keyFor({ ...body, count: n }) })
    },
    async onSuccess({ data }) {
      showToast(data.retried > 0 ? count(words.failed.retried, data.retried) : words.failed.noneRetried)
      await refreshMessages()
    },
    onError: (error) => showToast(errorMessage(error)),
  })
  const reason = failure ? failureWords[failure] : words.failed.unknownReason
  const help = failure && failureHelp[failure]
  const total = formFor(words.failed.total, n)
  return (
    <li>
      <span>
        <Sentence
          text={help ? joinSentences([total, '{help}']) : total}
          slots={{
            reason: failure ? (
              <Link to="/messages" search={{ status: 'failed', failure } as never}>
                {reason}
              </Link>
            ) : (
              reason
            ),
            n,
            help: <span className="second">{help}</span>,
          }}
        />
      </span>
      {maySet && (
        <button
          type="button"
          className="button button-small"
          disabled={again.isPending}
          onClick={() => again.mutate()}
        >
          <Sentence text={words.failed.retry} slots={{ reason }} />
        </button>
      )}
    </li>
  )
}
