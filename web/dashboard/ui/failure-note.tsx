import { openSignInWindow } from '../client/access.ts'
import { ApiError } from '../client/api-error.ts'
import { Icon } from './icon.tsx'

/** An error in one part of a page, with a retry. */
export function FailureNote({ error, retry }: { error: unknown; retry?: () => void }) {
  const refusal = error instanceof ApiError ? error : undefined
  return (
    <div className="failure-note" role="alert">
      <Icon name="warning" />
      <div>
        <p>{refusal?.message ?? 'Something went wrong on this page.'}</p>
        {refusal?.requestId && <p className="note">Reference {refusal.requestId}</p>}
      </div>
      {refusal?.code === 'sign_in_too_old' && (
        <button
          type="button"
          className="button button-small"
          onClick={() => openSignInWindow({ again: true })}
        >
          Sign in again
        </button>
      )}
      {retry && (
        <button type="button" className="button button-small" onClick={retry}>
          Try again
        </button>
      )}
    </div>
  )
}
