import type { TakingView } from '../../src/http/views/taking-view.ts'
import { begin } from './flow.ts'
import { speaker } from './messages.ts'
import { journeyMinutes } from './pace-tracker.ts'
import type { Screen } from './screen.tsx'

/** The initial screen, the same on the server and in the browser, so that hydration matches. */
export function firstScreen(view: TakingView): Screen {
  const flow = begin(view)
  return {
    view,
    flow,
    speak: speaker(view),
    shown: flow.position,
    minutesLeft: journeyMinutes(view, flow, []),
    status: 'saved',
    unsent: 0,
    mode: 'taking',
    quiet: false,
    localeNote: false,
    fresh: false,
    spent: {},
  }
}
