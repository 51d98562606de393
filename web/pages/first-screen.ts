import type { TakingView } from '../../src/http/views/taking-view.ts'
import { begin } from './flow.ts'
import { speaker } from './messages.ts'
import { minutesLeft } from './pace.ts'
import type { Screen } from './screen.tsx'
import { findPart } from './taking-position.ts'

/** The initial screen, the same on the server and in the browser, so that hydration matches. */
export function firstScreen(view: TakingView): Screen {
  const flow = begin(view)
  const { position } = flow
  const part = findPart(view, position.at === 'waiting' ? undefined : position.part)
  const left = part ? part.itemCount - Object.keys(flow.answers[part.id]).length : 0
  return {
    view,
    flow,
    speak: speaker(view),
    shown: position,
    minutesLeft: part ? minutesLeft([], left, (part.estimatedMinutes * 60_000) / part.itemCount) : 1,
    status: 'saved',
    unsent: 0,
    mode: 'taking',
    quiet: false,
    localeNote: false,
    fresh: false,
    spent: {},
  }
}
