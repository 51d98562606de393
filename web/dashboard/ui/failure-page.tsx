import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { ApiError } from '../client/api-error.ts'
import { settings } from '../client/settings.ts'
import { fill } from '../language/fill.ts'
import { usePageTitle } from './page-title.ts'
import { words } from './words.ts'

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
      {refusal?.requestId && <p className="note">{fill(words.reference, { id: refusal.requestId })}</p>}
    </div>
  )
}

export function NotFoundPage() {
  return <FailurePage error={new ApiError('', { status: 404 })} retry={() => {}} />
}

function failureFor(
  refusal: ApiError | undefined,
  retry: () => void,
): { title: string; text: string; way: ReactNode } {
  const { failure } = words
  const again = (
    <button type="button" className="button button-main" onClick={retry}>
      {words.tryAgain}
    </button>
  )
  const toPeople = (
    <Link className="button" to="/people">
      {failure.toPeople}
    </Link>
  )
  if (refusal?.status === 404) {
    return { title: failure.notFound, text: failure.notFoundText, way: toPeople }
  }
  if (refusal?.status === 403) return { title: failure.noAccess, text: refusal.message, way: toPeople }
  if (refusal?.status === 421) {
    const root =
      refusal.home && (settings.otherRoots[refusal.home.zone] ?? new URL(refusal.home.apiUrl).origin)
    return {
      title: failure.otherRegion,
      text: refusal.home ? fill(failure.keptIn, { region: refusal.home.zone }) : failure.keptElsewhere,
      way: root && (
        <a className="button button-main" href={`${root}/people`}>
          {failure.openDashboard}
        </a>
      ),
    }
  }
  if (refusal?.status === 0) return { title: failure.noConnection, text: refusal.message, way: again }
  return { title: failure.title, text: refusal?.message ?? failure.text, way: again }
}
