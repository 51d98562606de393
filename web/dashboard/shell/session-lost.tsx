import { useEffect, useState } from 'react'
import { onSessionLost, openSignInWindow } from '../client/access.ts'
import { Dialog } from '../ui/dialog.tsx'

/**
 * A dialog over the page when the session has ended. What was typed stays, and work continues after a new sign-in.
 */
export function SessionLost() {
  const [isLost, setLost] = useState(false)
  useEffect(() => onSessionLost(setLost), [])
  if (!isLost) return null
  return (
    <Dialog title="You are signed out" width={420} onClose={() => setLost(false)}>
      <p>Sign in again in a small window. This page stays as it is, with what you typed, and then goes on.</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button button-main"
          data-first
          onClick={() => void openSignInWindow()}
        >
          Sign in again
        </button>
      </div>
    </Dialog>
  )
}
