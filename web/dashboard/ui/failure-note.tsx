import { ApiError } from '../client/api-error.ts'
import { fill } from '../language/fill.ts'
import { Icon } from './icon.tsx'
import { words } from './words.ts'

/** An error in one part of a page, with a retry. */
export function FailureNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const refusal = error instanceof ApiError ? error : undefined
  return (
    <div className="failure-note" role="alert">
      <Icon name="warning" />
      <div>
        <p>{refusal?.message ?? words.failed}</p>
        {refusal?.requestId && <p className="note">{fill(words.reference, { id: refusal.requestId })}</p>}
      </div>
      {retry && (
        <button type="button" className="button button-small" onClick={retry}>
          {words.tryAgain}
        </button>
      )}
    </div>
  )
}
