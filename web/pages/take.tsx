import type { TakingView } from '../../src/http/views/taking-view.ts'
import { createAnswerOutbox } from './answer-outbox.ts'
import { watchAttention } from './attention.ts'
import {
  bindLanguageChoice,
  browserEffects,
  focusedKind,
  isReachable,
  openKeyList,
  randomId,
  restorePick,
  sendOnUnload,
  storePick,
} from './browser.ts'
import { firstScreen } from './first-screen.ts'
import { step } from './flow.ts'
import type { FlowEvent } from './flow-state.ts'
import { keyCommandOf } from './keys.ts'
import { createPaceTracker, partOf } from './pace-tracker.ts'
import type { Handlers } from './screen.tsx'
import { startStopwatch } from './stopwatch.ts'
import { acquireTabLock, takeOverTab } from './tab-lock.ts'
import { isSamePosition, positionUrl, type TakingPosition } from './taking-position.ts'
import { createTakingRenderer } from './taking-renderer.tsx'

const quietAfterMs = 5 * 60_000
/** Most saves are faster; a label that flickers is not useful. */
const statusDelayMs = 300

const root = document.getElementById('taking')
const state = document.getElementById('state')?.textContent
if (root && state) take(root, JSON.parse(state))

/** Runs the taking page: dispatches events to the flow, sends its effects to the outbox, and renders. */
function take(root: Element, view: TakingView): void {
  const now = () => performance.now()
  const stopwatch = startStopwatch(now, randomId())
  const pacer = createPaceTracker(view, now)
  const renderer = createTakingRenderer(root, firstScreen(view))
  const outbox = createAnswerOutbox(browserEffects, {
    key: `timbre.take.${view.storageKey}`,
    attempt: view.attempt,
    wordings: view.wordings,
    timers: stopwatch.readings,
    changed: () => showStatus(),
    refused: () => location.reload(),
    done: (resultsUrl) => {
      if (renderer.screen().flow.position.at === 'waiting') location.replace(resultsUrl ?? '/take/thanks')
    },
  })

  const dispatch = (event: FlowEvent) => {
    const { position } = renderer.screen().flow
    const { flow, entries } = step(view, renderer.screen().flow, event)
    const moved = !isSamePosition(position, flow.position)
    renderer.update({ flow })
    if (moved) noteMove(position, event.type !== 'back')
    const rated = entries.find((entry) => entry.type === 'answer' && entry.assessment === 'focus')
    outbox.add(entries)
    if (rated?.type === 'answer') {
      renderer.drawAnswered({ pressed: rated.value as number, ...(moved ? { shown: position } : {}) })
    } else if (moved) renderer.drawCurrent()
    else renderer.draw()
  }

  const noteMove = (from: TakingPosition, answered: boolean) => {
    const { flow } = renderer.screen()
    const part = partOf(flow.position)
    if (part !== partOf(from)) stopwatch.turnTo(part)
    const spent = stopwatch.readings().map(({ assessment, activeSeconds }) => [assessment, activeSeconds])
    renderer.update({
      spent: Object.fromEntries(spent),
      minutesLeft: pacer.recordMove(from, flow, answered),
    })
  }

  const countUnsent = () => outbox.pending().filter(({ type }) => type === 'answer').length

  let saving: ReturnType<typeof setTimeout> | undefined
  const showStatus = () => {
    const status = outbox.status()
    const unsent = countUnsent()
    clearTimeout(saving)
    if (status === 'moved') location.reload()
    else if (status === 'ended') renderer.draw({ status, unsent, mode: 'ended' })
    else if (status !== 'saving') renderer.draw({ status, unsent })
    else saving = setTimeout(() => renderer.draw({ status, unsent }), statusDelayMs)
  }

  const keys = openKeyList()

  const on: Handlers = {
    rate: (value, byKey) =>
      dispatch({ type: 'rate', value, shown: renderer.screen().shown, ...(byKey ? {} : { at: now() }) }),
    pick: (column, choice) => dispatch({ type: 'pick', column, choice }),
    next: () => dispatch({ type: 'next' }),
    back: () => dispatch({ type: 'back' }),
    practise: () => dispatch({ type: 'practise' }),
    async stop(form) {
      await outbox.send()
      if (outbox.pending().length === 0 || navigator.onLine) form.submit()
    },
    takeOverTab,
    showKeys: keys.show,
  }

  const chooseLocale = async (locale: string) => {
    // Send pending answers first: the new page shows the server's state and doesn't ask before leaving.
    await outbox.send()
    const isStuck = renderer.screen().mode === 'taking' && outbox.pending().length > 0
    if (isStuck || !(await isReachable())) return renderer.draw({ localeNote: true })
    const { position, pick } = renderer.screen().flow
    storePick(position, pick)
    const address = new URL(positionUrl(position), location.href)
    address.searchParams.set('locale', locale)
    location.replace(address)
  }
  bindLanguageChoice(root, view.locale, chooseLocale)

  const { flow } = step(view, renderer.screen().flow, { type: 'restore', entries: outbox.pending() })
  const kept = { ...flow.pick, ...restorePick(flow.position) }
  stopwatch.turnTo(partOf(flow.position))
  // Show answers left unsent by an earlier page: the server's page could only say that everything is saved.
  const left = { status: outbox.status(), unsent: countUnsent() }
  renderer.draw({ on, flow: { ...flow, pick: kept }, shown: flow.position, ...left })
  // The question is in another language now: focus it, so it is announced and shortcuts work.
  if (new URLSearchParams(location.search).has('locale')) renderer.focusHeading()
  history.replaceState(null, '', location.pathname)
  acquireTabLock(view.storageKey, () => {
    outbox.close()
    stopwatch.turnTo(undefined)
    renderer.draw({ mode: 'elsewhere' })
  })
  if (outbox.pending().length > 0 || flow.position.at === 'waiting') void outbox.send()

  document.addEventListener('keydown', (event) => {
    const focused = focusedKind(event)
    const { mode } = renderer.screen()
    const command = focused && keyCommandOf(event, focused, keys.isOn())
    if (!command) return
    event.preventDefault()
    const { type } = command
    if (type === 'help') keys.show()
    else if (mode === 'taking') dispatch(type === 'digit' ? command : { type })
    else if (mode === 'elsewhere' && type === 'next') takeOverTab()
  })
  addEventListener('online', outbox.wake)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  addEventListener('beforeunload', (event) => {
    if (renderer.screen().mode !== 'elsewhere' && outbox.pending().length > 0) event.preventDefault()
  })
  watchAttention(stopwatch, {
    second() {
      const quiet = stopwatch.quietMs() > quietAfterMs
      if (quiet !== renderer.screen().quiet) renderer.draw({ quiet })
    },
    report() {
      const { mode, flow } = renderer.screen()
      if (mode === 'taking' && partOf(flow.position) !== undefined) void outbox.send()
    },
    leave() {
      if (renderer.screen().mode === 'taking') sendOnUnload(outbox.flushOnUnload())
    },
  })
}
