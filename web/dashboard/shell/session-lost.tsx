import { useEffect, useState } from 'react'
import { onSessionLost, openSignInWindow } from '../client/access.ts'
import { Dialog } from '../ui/dialog.tsx'
import { words } from './words.ts'

/**
 * A dialog over the page when the session has ended. What was typed stays, and work continues after a new sign-in.
 */
export function SessionLost() {
  const [isLost, setLost] = useState(false)
  useEffect(() => onSessionLost(setLost), [])
  if (!isLost) return null
  return (
    <Dialog title={words.signedOut.title} width={420} onClose={() => setLost(false)}>
      <p>{words.signedOut.text}</p>
      <div className="dialog-actions">
        <button
          type="button"
          className="button button-main"
          data-first
          onClick={() => void openSignInWindow()}
        >
          {words.signedOut.verb}
        </button>
      </div>
    </Dialog>
  )
}
