import { fill } from '../language/fill.ts'
import { words } from './words.ts'

/** Opens the question whether to remind. The number is what the service would do, so it says what will happen. */
export function RemindButton({ remindable, onOpen }: { remindable: number; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="button button-main campaign-remind"
      aria-disabled={remindable === 0}
      aria-describedby={remindable === 0 ? 'campaign-reason' : undefined}
      onClick={() => {
        if (remindable > 0) onOpen()
      }}
    >
      {remindable === 0 ? words.reminding.verbOfNone : fill(words.reminding.verb, { n: remindable })}
    </button>
  )
}
