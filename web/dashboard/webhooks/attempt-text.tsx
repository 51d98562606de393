import type { WebhookAttempt } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from './words.ts'

/** What came of one request: status or error, time, and the beginning of the answer. */
export function AttemptText({ attempt }: { attempt: WebhookAttempt }) {
  const { status, error, milliseconds, excerpt } = attempt
  const isGood = status !== null && status >= 200 && status < 300
  return (
    <div className="hook-attempt">
      <p className="hook-state" data-state={isGood ? 'healthy' : 'failing'}>
        <Icon name={isGood ? 'check' : 'warning'} size={16} />
        <span>
          {status === null
            ? fill(words.attempt.noAnswer, { error: String(error), ms: milliseconds })
            : fill(words.attempt.answered, { status: String(status), ms: milliseconds })}
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
