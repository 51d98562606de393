import { useEffect, useState } from 'react'
import { announceSignedIn } from '../client/access.ts'
import { finishSignIn, redirectToSignIn } from '../client/flow.ts'
import { words } from './words.ts'

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
      () => setProblem(words.signIn.noAnswer),
    )
  }, [])
  if (!problem) return null
  return (
    <main className="failure">
      <h1 className="page-title">{words.signIn.title}</h1>
      <p>{problem}</p>
      <p className="failure-way">
        <button
          type="button"
          className="button button-main"
          onClick={() => void redirectToSignIn({ returnTo: '/people' })}
        >
          {words.signIn.verb}
        </button>
      </p>
    </main>
  )
}

function wordsFor(error: string | null): string {
  return error === 'access_denied' ? words.signIn.refused : words.signIn.over
}
