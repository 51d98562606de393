import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../client/api-error.ts'
import { settings } from '../client/settings.ts'
import { usePageTitle } from './page-title.ts'

/** Replaces a page that can't be shown: the problem, what to do, and the request id for the log. */
export function FailurePage({ error, retry }: { error: unknown; retry: () => void }) {
  const refusal = error instanceof ApiError ? error : undefined
  const { title, text, way } = failureFor(refusal, retry)
  usePageTitle(title)
  return (
    <div className="failure">
      <h1 className="page-title">{title}</h1>
      <p>{text}</p>
      <p className="failure-way">{way}</p>
      {refusal?.requestId && <p className="note">Reference {refusal.requestId}</p>}
    </div>
  )
}

export function NotFoundPage() {
  return (
    <FailurePage
      error={new ApiError('There is nothing at this address.', { status: 404 })}
      retry={() => {}}
    />
  )
}

function failureFor(
  refusal: ApiError | undefined,
  retry: () => void,
): { title: string; text: string; way: ReactNode } {
  const again = (
    <button type="button" className="button button-main" onClick={retry}>
      Try again
    </button>
  )
  const toPeople = (
    <Link className="button" to="/people">
      Go to People
    </Link>
  )
  if (refusal?.status === 404) {
    return {
      title: 'Not here',
      text: 'There is nothing at this address, or it is of another account, or it was deleted.',
      way: toPeople,
    }
  }
  if (refusal?.status === 403) return { title: 'You don’t have access', text: refusal.message, way: toPeople }
  if (refusal?.status === 421) {
    const root =
      refusal.home && (settings.otherRoots[refusal.home.zone] ?? new URL(refusal.home.apiUrl).origin)
    return {
      title: 'This account lives in another region',
      text: `Its people and results are kept in ${refusal.home?.zone ?? 'its own region'} and nowhere else.`,
      way: root && (
        <a className="button button-main" href={`${root}/people`}>
          Open its dashboard
        </a>
      ),
    }
  }
  if (refusal?.status === 0) return { title: 'No connection', text: refusal.message, way: again }
  return {
    title: 'That did not work',
    text: refusal?.message ?? 'Something went wrong on this page. Nothing of what you did before is lost.',
    way: again,
  }
}
