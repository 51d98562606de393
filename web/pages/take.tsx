import { watchAttention } from './attention.ts'
import {
  focusedKind,
  isReachable,
  leavePick,
  openKeyList,
  outboxWorld,
  randomId,
  sendLast,
  takeLanguageChoice,
  takePick,
} from './browser.ts'
import { step } from './flow.ts'
import { commandOf } from './keys.ts'
import { openOutbox } from './outbox.ts'
import { partOf, startPacer } from './pacer.ts'
import { addressOf, type Place, samePlace } from './place.ts'
import type { Handlers } from './screen.tsx'
import { openStage } from './stage.tsx'
import type { FlowEvent } from './state.ts'
import { startStopwatch } from './stopwatch.ts'
import { continueHere, holdSitting } from './tab.ts'
import { firstScreen } from './taking-screen.ts'
import type { TakingView } from './views.ts'

const quietAfterMs = 5 * 60_000
/** Most saves are quicker than this, and a word that flickers says nothing. */
const patienceMs = 300

const root = document.getElementById('taking')
const state = document.getElementById('state')?.textContent
if (root && state) take(root, JSON.parse(state))

/** Runs the taking page: events go through the flow, what comes out goes to the outbox, and the page is drawn anew. */
function take(root: Element, view: TakingView): void {
  const now = () => performance.now()
  const stopwatch = startStopwatch(now, randomId())
  const pacer = startPacer(view, now)
  const stage = openStage(root, firstScreen(view))
  const outbox = openOutbox(outboxWorld, {
    key: `timbre.take.${view.storageKey}`,
    attempt: view.attempt,
    timers: stopwatch.readings,
    changed: () => showStatus(),
    refused: () => location.reload(),
    done: (resultsUrl) => {
      if (stage.screen().flow.place.at === 'waiting') location.replace(resultsUrl ?? '/take/thanks')
    },
  })

  const dispatch = (event: FlowEvent) => {
    const { place } = stage.screen().flow
    const { flow, entries } = step(view, stage.screen().flow, event)
    const moved = !samePlace(place, flow.place)
    stage.note({ flow })
    if (moved) noteMove(place, event.type !== 'back')
    const rated = entries.find((entry) => entry.type === 'answer' && entry.assessment === 'focus')
    outbox.add(entries)
    if (rated?.type === 'answer') {
      stage.rest({ pressed: rated.value as number, ...(moved ? { shown: place } : {}) })
    } else if (moved) stage.settle()
    else stage.draw()
  }

  const noteMove = (from: Place, answered: boolean) => {
    const { flow, minutesLeft } = stage.screen()
    const part = partOf(flow.place)
    if (part !== partOf(from)) stopwatch.turnTo(part)
    const spent = stopwatch.readings().map(({ assessment, activeSeconds }) => [assessment, activeSeconds])
    stage.note({
      spent: Object.fromEntries(spent),
      minutesLeft: pacer.moved(from, flow, answered) ?? minutesLeft,
    })
  }

  const countUnsent = () => outbox.pending().filter(({ type }) => type === 'answer').length

  let saving: ReturnType<typeof setTimeout> | undefined
  const showStatus = () => {
    const status = outbox.status()
    const unsent = countUnsent()
    clearTimeout(saving)
    if (status === 'moved') location.reload()
    else if (status === 'ended') stage.draw({ status, unsent, mode: 'ended' })
    else if (status !== 'saving') stage.draw({ status, unsent })
    else saving = setTimeout(() => stage.draw({ status, unsent }), patienceMs)
  }

  const keys = openKeyList()

  const on: Handlers = {
    rate: (value, byKey) =>
      dispatch({ type: 'rate', value, shown: stage.screen().shown, ...(byKey ? {} : { at: now() }) }),
    pick: (column, choice) => dispatch({ type: 'pick', column, choice }),
    next: () => dispatch({ type: 'next' }),
    back: () => dispatch({ type: 'back' }),
    practise: () => dispatch({ type: 'practise' }),
    async stop(form) {
      await outbox.send()
      if (outbox.pending().length === 0 || navigator.onLine) form.submit()
    },
    continueHere,
    showKeys: keys.show,
  }

  const chooseLocale = async (locale: string) => {
    // What waits goes first: the page that comes shows what the server has, and asks nobody whether to leave.
    await outbox.send()
    const isStuck = stage.screen().mode === 'taking' && outbox.pending().length > 0
    if (isStuck || !(await isReachable())) return stage.draw({ localeNote: true })
    const { place, pick } = stage.screen().flow
    leavePick(place, pick)
    const address = new URL(addressOf(place), location.href)
    address.searchParams.set('locale', locale)
    location.replace(address)
  }
  takeLanguageChoice(root, view.locale, chooseLocale)

  const { flow } = step(view, stage.screen().flow, { type: 'restore', entries: outbox.pending() })
  const kept = { ...flow.pick, ...takePick(flow.place) }
  stopwatch.turnTo(partOf(flow.place))
  // What an earlier page left unsent is said at once: the server's page could only say that all it knows is saved.
  const left = { status: outbox.status(), unsent: countUnsent() }
  stage.draw({ on, flow: { ...flow, pick: kept }, shown: flow.place, ...left })
  // The question stands in another language now: it is read out, and the keys go on from it.
  if (new URLSearchParams(location.search).has('locale')) stage.focus()
  history.replaceState(null, '', location.pathname)
  holdSitting(view.storageKey, () => {
    outbox.close()
    stopwatch.turnTo(undefined)
    stage.draw({ mode: 'elsewhere' })
  })
  if (outbox.pending().length > 0 || flow.place.at === 'waiting') void outbox.send()

  document.addEventListener('keydown', (event) => {
    const focused = focusedKind(event)
    const { mode } = stage.screen()
    const command = focused && commandOf(event, focused, keys.isOn())
    if (!command) return
    event.preventDefault()
    const { type } = command
    if (type === 'help') keys.show()
    else if (mode === 'taking') dispatch(type === 'digit' ? command : { type })
    else if (mode === 'elsewhere' && type === 'next') continueHere()
  })
  addEventListener('online', outbox.wake)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  addEventListener('beforeunload', (event) => {
    if (stage.screen().mode !== 'elsewhere' && outbox.pending().length > 0) event.preventDefault()
  })
  watchAttention(stopwatch, {
    second() {
      const quiet = stopwatch.quietMs() > quietAfterMs
      if (quiet !== stage.screen().quiet) stage.draw({ quiet })
    },
    report() {
      const { mode, flow } = stage.screen()
      if (mode === 'taking' && partOf(flow.place) !== undefined) void outbox.send()
    },
    leave() {
      if (stage.screen().mode === 'taking') sendLast(outbox.farewell())
    },
  })
}
