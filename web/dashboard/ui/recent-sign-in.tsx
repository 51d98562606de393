import { useEffect, useRef, useState } from 'react'
import { openSignInWindow } from '../client/access.ts'
import { ApiError } from '../client/api-error.ts'
import { onNewSignIn, recentSignInLeft } from '../client/recent-sign-in.ts'
import { Icon } from './icon.tsx'
import { words } from './recent-sign-in-words.ts'

/** Whether the API refused because the sign-in is too old. `RecentSignIn` shows this error. */
export function isRefusedAsTooOld(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'sign_in_too_old'
}

/**
 * In a form that needs a recent sign-in: says so before anything is typed if the last one is older, and lets the user sign
 * in next to it. If the form was sent and refused, it is sent again by itself after the sign-in.
 */
export function RecentSignIn({ error, onAgain }: { error: unknown; onAgain: () => void }) {
  const [isOld, setOld] = useState(() => recentSignInLeft() === 0)
  const [isNew, setNew] = useState(false)
  const isRefused = isRefusedAsTooOld(error)
  const current = useRef({ isRefused, onAgain })
  current.current = { isRefused, onAgain }
  useEffect(() => {
    let timer = setTimeout(() => setOld(true), recentSignInLeft())
    if (recentSignInLeft() === undefined) clearTimeout(timer)
    const unsubscribe = onNewSignIn(() => {
      clearTimeout(timer)
      timer = setTimeout(() => setOld(true), recentSignInLeft())
      setOld(false)
      setNew(true)
      if (current.current.isRefused) current.current.onAgain()
    })
    return () => {
      clearTimeout(timer)
      unsubscribe()
    }
  }, [])
  if (isRefused || isOld) {
    return (
      <div className="failure-note" role={isRefused ? 'alert' : 'status'}>
        {isRefused && <Icon name="warning" />}
        <div>
          <p>{isRefused ? words.refused : words.before}</p>
        </div>
        <button
          type="button"
          className="button button-small"
          onClick={() => void openSignInWindow({ again: true })}
        >
          {words.verb}
        </button>
      </div>
    )
  }
  return isNew ? (
    <p className="note" role="status">
      {words.done}
    </p>
  ) : null
}
