import { Link } from '@tanstack/react-router'
import { ApiError } from '../client/api-error.ts'
import { Sentence } from '../language/sentence.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Check } from './use-check.ts'
import { words } from './words.ts'

/** Why the list could not be checked. The list stays. */
export function CheckErrorNote({ check }: { check: Pick<Check, 'error' | 'retry'> }) {
  if (check.error === null) return null
  return <InviteErrorNote error={check.error} retry={check.retry} />
}

/** An error with its solution: a retry, or what to do if the plan is the reason. */
export function InviteErrorNote({ error, retry }: { error: unknown; retry: () => void }) {
  if (!(error instanceof ApiError) || error.status !== 402) return <FailureNote error={error} retry={retry} />
  return (
    <div className="failure-note" role="alert">
      <Icon name="warning" />
      <div>
        <p>{error.message}</p>
        <p className="note">
          <Sentence text={words.planError} marks={{ usage: (text) => <Link to="/usage">{text}</Link> }} />
        </p>
      </div>
      <button type="button" className="button button-small" onClick={retry}>
        {words.tryAgain}
      </button>
    </div>
  )
}
