import type { WebhookAttempt } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'

/** What came of one request: status or error, time, and the beginning of the answer. */
export function AttemptText({ attempt }: { attempt: WebhookAttempt }) {
  const { status, error, milliseconds, excerpt } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <div className="hook-attempt">
      <p className="hook-state" data-state={isGood ? 'healthy' : 'failing'}>
        <Icon name={isGood ? 'check' : 'warning'} size={16} />
        <span>
          {status === null ? `No answer: ${error}` : `Answered ${status}`} after{' '}
          {milliseconds.toLocaleString('en-GB')} ms
        </span>
      </p>
      {excerpt && (
        <pre className="hook-excerpt">
          <code>{excerpt}</code>
        </pre>
      )}
    </div>
  )
}
