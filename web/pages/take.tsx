import { hydrate, render } from 'preact'
import { watchAttention } from './attention.ts'
import { type FlowEvent, samePlace, step } from './flow.ts'
import { commandOf } from './keys.ts'
import { openOutbox } from './outbox.ts'
import { minutesLeft, withPace } from './pace.ts'
import type { Handlers, Screen } from './screen.tsx'
import { startStopwatch } from './stopwatch.ts'
import { continueHere, holdSitting } from './tab.ts'
import { Taking } from './taking.tsx'
import { firstScreen, titleOf } from './taking-screen.ts'
import type { TakingView } from './views.ts'

/** The pressed answer fills (120 ms) and rests (160 ms) before the next question comes. */
const restMs = 280
const quietAfterMs = 5 * 60_000
/** Most saves are quicker than this, and a word that flickers says nothing. */
const patienceMs = 300
const requestMs = 20_000
const keysSetting = 'timbre.keys'

const root = document.getElementById('taking')
const state = document.getElementById('state')?.textContent
if (root && state) take(root, JSON.parse(state))

/** Runs the taking page: events go through the flow, what comes out goes to the outbox, and the page is drawn anew. */
function take(root: Element, view: TakingView): void {
  const now = () => performance.now()
  const stopwatch = startStopwatch(now, randomId())
  let screen = firstScreen(view)
  let paces: readonly number[] = []
  let shownAt = now()
  let resting: ReturnType<typeof setTimeout> | undefined
  let saving: ReturnType<typeof setTimeout> | undefined

  const draw = (changes: Partial<Screen> = {}) => {
    const before = screen
    screen = { ...screen, ...changes }
    render(<Taking screen={screen} />, root)
    if (screen.mode !== before.mode || !samePlace(screen.shown, before.shown)) arrive()
  }

  const arrive = () => {
    document.title = titleOf(screen)
    scrollTo(0, 0)
    document.getElementById('heading')?.focus({ preventScroll: true })
  }

  const settle = () => {
    clearTimeout(resting)
    const { pressed: _, ...rest } = screen
    screen = rest
    draw({ shown: screen.flow.place, fresh: true })
  }

  const dispatch = (event: FlowEvent) => {
    const { flow } = screen
    const { flow: after, entries } = step(view, flow, event)
    const moved = !samePlace(flow.place, after.place)
    screen = { ...screen, flow: after }
    if (moved) keepPace(flow.place, entries.length > 0)
    const rated = entries.find((entry) => entry.type === 'answer' && entry.assessment === 'focus')
    outbox.add(entries)
    if (rated?.type === 'answer') {
      // The heading of a question that was never in sight (fast keys) is passed over, its answer still shows.
      draw({ pressed: rated.value as number, ...(moved ? { shown: flow.place } : {}) })
      clearTimeout(resting)
      resting = setTimeout(settle, matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : restMs)
    } else if (moved) settle()
    else draw()
  }

  const keepPace = (from: Screen['shown'], answered: boolean) => {
    const { place } = screen.flow
    const part = place.at === 'item' || place.at === 'practice' ? place.part : undefined
    const before = from.at === 'item' || from.at === 'practice' ? from.part : undefined
    if (part !== before) {
      stopwatch.turnTo(part)
      screen = { ...screen, spent: secondsSpent() }
      paces = []
    } else if (answered || part !== 'focus') paces = withPace(paces, now() - shownAt)
    shownAt = now()
    screen = { ...screen, minutesLeft: timeLeft() }
  }

  const timeLeft = () => {
    const { place, answers } = screen.flow
    const part = place.at === 'item' && view.parts.find(({ id }) => id === place.part)
    if (!part) return screen.minutesLeft
    const left = part.itemCount - Object.keys(answers[part.id]).length
    return minutesLeft(paces, left, (part.estimatedMinutes * 60_000) / part.itemCount)
  }

  const secondsSpent = () =>
    Object.fromEntries(
      stopwatch.readings().map(({ assessment, activeSeconds }) => [assessment, activeSeconds]),
    )

  const outbox = openOutbox(
    {
      store: localStorage,
      post: (body) =>
        fetch('/take/answers', {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
          signal: AbortSignal.timeout(requestMs),
        }),
      online: () => navigator.onLine,
      random: Math.random,
      later: (run, ms) => setTimeout(run, ms),
      cancel: (timer) => clearTimeout(timer as number),
    },
    {
      key: `timbre.take.${view.storageKey}`,
      attempt: view.attempt,
      timers: stopwatch.readings,
      changed: () => report(),
      refused: () => location.reload(),
      done: (resultsUrl) => {
        if (screen.flow.place.at === 'waiting') location.replace(resultsUrl ?? '/take/thanks')
      },
    },
  )

  const report = () => {
    const status = outbox.status()
    const unsent = outbox.pending().filter(({ type }) => type === 'answer').length
    if (status === 'moved') location.reload()
    clearTimeout(saving)
    if (status === 'saving') {
      saving = setTimeout(() => draw({ status, unsent }), patienceMs)
    } else draw({ status, unsent, ...(status === 'ended' ? { mode: 'ended' } : {}) })
  }

  const showKeys = (open: boolean) => {
    const list = document.getElementById('keys') as HTMLDialogElement | null
    if (open) list?.showModal()
    else list?.close()
  }

  const on: Handlers = {
    rate: (value, byKey) =>
      dispatch({ type: 'rate', value, shown: screen.shown, ...(byKey ? {} : { at: now() }) }),
    pick: (column, choice) => dispatch({ type: 'pick', column, choice }),
    next: () => dispatch({ type: 'next' }),
    back: () => dispatch({ type: 'back' }),
    practise: () => dispatch({ type: 'practise' }),
    stop: async (form) => {
      await outbox.send()
      if (outbox.pending().length === 0 || navigator.onLine) form.submit()
    },
    continueHere,
    chooseLocale: (locale) => {
      if (navigator.onLine) location.assign(`/take?locale=${encodeURIComponent(locale)}`)
      else draw({ localeNote: true })
    },
    showKeys,
    useKeys: (keysOn) => {
      localStorage.setItem(keysSetting, keysOn ? 'on' : 'off')
      draw({ keysOn })
    },
  }

  hydrate(<Taking screen={screen} />, root)
  history.replaceState(null, '', location.pathname)
  const { flow } = step(view, screen.flow, { type: 'restore', entries: outbox.pending() })
  draw({ on, flow, shown: flow.place, keysOn: localStorage.getItem(keysSetting) !== 'off' })
  if (flow.place.at === 'item') stopwatch.turnTo(flow.place.part)
  holdSitting(view.storageKey, () => {
    outbox.close()
    stopwatch.turnTo(undefined)
    draw({ mode: 'elsewhere' })
  })
  if (outbox.pending().length > 0 || flow.place.at === 'waiting') void outbox.send()

  document.addEventListener('keydown', (event) => {
    const { target } = event
    if (!(target instanceof Element) || target.closest('dialog')) return
    const where = target.matches('select, textarea, input:not([type=radio])')
      ? 'text'
      : target.matches('a, button, input')
        ? 'control'
        : 'page'
    const command = commandOf(event, where, screen.keysOn)
    if (!command) return
    event.preventDefault()
    const { type } = command
    if (type === 'help') showKeys(true)
    else if (screen.mode === 'taking') dispatch(type === 'digit' ? command : { type })
    else if (screen.mode === 'elsewhere' && type === 'next') continueHere()
  })
  addEventListener('online', outbox.wake)
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
  addEventListener('beforeunload', (event) => {
    if (screen.mode !== 'elsewhere' && outbox.pending().length > 0) event.preventDefault()
  })
  watchAttention(stopwatch, {
    second: () => {
      const quiet = stopwatch.quietMs() > quietAfterMs
      if (quiet !== screen.quiet) draw({ quiet })
    },
    report: () => {
      if (screen.flow.place.at === 'item' && screen.mode === 'taking') void outbox.send()
    },
    leave: () => {
      if (screen.mode !== 'taking') return
      navigator.sendBeacon('/take/answers', new Blob([outbox.farewell()], { type: 'application/json' }))
    },
  })
}

/** Random and short; `crypto.randomUUID` is missing on addresses that are not secure. */
function randomId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
