import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'
import { words } from './words.ts'

/** Invites are sent only while this page is open. So leaving asks for confirmation, by the browser or in a dialog. */
export function LeaveGuard({ isSending }: { isSending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isSending,
    enableBeforeUnload: () => isSending,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title={words.leaving.title} width={420} onClose={blocker.reset}>
      <p>{words.leaving.text}</p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={blocker.proceed}>
          {words.leaving.leave}
        </button>
        <button type="button" className="button button-main" onClick={blocker.reset}>
          {words.leaving.stay}
        </button>
      </div>
    </Dialog>
  )
}
