import { useState } from 'react'
import { fill } from '../language/fill.ts'
import { dialogOnDemand } from '../ui/on-demand.tsx'
import { words } from './words.ts'

const RemindDialog = dialogOnDemand(words.reminding.dialog, () =>
  import('./remind-dialog.tsx').then((module) => module.RemindDialog),
)

/** Opens the question whether to remind. The number is what the service would do, so it says what will happen. */
export function RemindButton({
  campaignId,
  remindable,
  heldUntil,
}: {
  campaignId: string
  remindable: number
  heldUntil: string | null
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button
        type="button"
        className="button button-main campaign-remind"
        aria-disabled={remindable === 0}
        aria-describedby={remindable === 0 ? 'campaign-reason' : undefined}
        onClick={() => {
          if (remindable > 0) setOpen(true)
        }}
      >
        {remindable === 0 ? words.reminding.verbOfNone : fill(words.reminding.verb, { n: remindable })}
      </button>
      {isOpen && (
        <RemindDialog
          campaignId={campaignId}
          remindable={remindable}
          heldUntil={heldUntil}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
