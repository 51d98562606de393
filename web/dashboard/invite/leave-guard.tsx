import { useBlocker } from '@tanstack/react-router'
import { Dialog } from '../ui/dialog.tsx'

/** Invites are sent only while this page is open. So leaving asks for confirmation, by the browser or in a dialog. */
export function LeaveGuard({ isSending }: { isSending: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isSending,
    enableBeforeUnload: () => isSending,
    withResolver: true,
  })
  if (blocker.status !== 'blocked') return null
  return (
    <Dialog title="Not everything is sent yet" width={420} onClose={blocker.reset}>
      <p>
        Invites go out only while this page is open. What is left is kept here, and can go on when you come
        back.
      </p>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={blocker.proceed}>
          Stop and leave
        </button>
        <button type="button" className="button button-main" onClick={blocker.reset}>
          Stay
        </button>
      </div>
    </Dialog>
  )
}
