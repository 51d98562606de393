import type { MessageKey } from '../../src/http/views/page-view.ts'
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

/** The page title: the visible content, then the account. */
export function takingTitle({ view, speak, mode, shown }: Screen): string {
  const part = findPart(view, shown.at === 'waiting' ? undefined : shown.part)
  const name = part?.name ?? ''
  const say = (key: MessageKey, slots = {}) => `${speak.say(key, slots)} · ${view.accountName}`
  if (mode !== 'taking') return say(`${mode}.title`)
  if (shown.at === 'waiting') return say('waiting.title')
  if (shown.at === 'finish') return say('taking.finishTitle', { name })
  if (shown.at === 'practice') return say('practice.prompt')
  if (shown.at === 'item') return say('taking.title', { name, n: shown.item, total: part?.itemCount ?? 0 })
  const done = view.parts.findIndex(({ id }) => id === shown.part)
  return say('pause.title', { done, total: view.parts.length })
}
