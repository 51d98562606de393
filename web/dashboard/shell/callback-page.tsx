import { useEffect, useState } from 'react'
import { announceSignedIn } from '../client/access.ts'
import { finishSignIn, redirectToSignIn } from '../client/flow.ts'

/** The redirect page of the sign-in. It only shows errors. */
export function CallbackPage() {
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    const search = new URLSearchParams(location.search)
    finishSignIn(search).then(
      (started) => {
        if (!started) return setProblem(wordsFor(search.get('error')))
        announceSignedIn()
        if (started.isWindow) window.close()
        location.replace(started.returnTo)
      },
      () => setProblem('The sign-in could not be finished, because the service did not answer.'),
    )
  }, [])
  if (!problem) return null
  return (
    <main className="failure">
      <h1 className="page-title">Not signed in</h1>
      <p>{problem}</p>
      <p className="failure-way">
        <button
          type="button"
          className="button button-main"
          onClick={() => void redirectToSignIn({ returnTo: '/people' })}
        >
          Sign in
        </button>
      </p>
    </main>
  )
}

function wordsFor(error: string | null): string {
  if (error === 'access_denied') return 'You went back without signing in.'
  return 'This answer belongs to a sign-in that is over, or to another browser.'
}
