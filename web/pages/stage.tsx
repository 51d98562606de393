import { hydrate, render } from 'preact'
import { samePlace } from './place.ts'
import type { Screen } from './screen.tsx'
import { Taking } from './taking.tsx'
import { titleOf } from './taking-screen.ts'

/** The pressed answer fills (120 ms) and rests (160 ms) before the next question comes. */
const restMs = 280

/** What is in sight, and how it changes: drawn anew after every event, with the focus on each new heading. */
export type Stage = {
  screen(): Screen
  /** Takes over changes that the next drawing will show. */
  note(changes: Partial<Screen>): void
  draw(changes?: Partial<Screen>): void
  /** Draws a question with the answer just given to it, and what comes next after a moment. */
  rest(changes: Partial<Screen>): void
  /** Shows the place of the flow, now. */
  settle(): void
  /** Puts the focus on the heading. */
  focus(): void
}

/** Stands for the head in the browser: hydration keeps the server's elements, and no later drawing looks into them. */
const head = <header class="head" dangerouslySetInnerHTML={{ __html: '' }} />

/** Takes over the elements that the server has rendered from the same first screen. */
export function openStage(root: Element, first: Screen): Stage {
  let screen = first
  let resting: ReturnType<typeof setTimeout> | undefined
  hydrate(<Taking screen={screen} head={head} />, root)

  const note = (changes: Partial<Screen>) => {
    screen = { ...screen, ...changes }
  }

  const draw = (changes: Partial<Screen> = {}) => {
    const { mode, shown } = screen
    note(changes)
    render(<Taking screen={screen} head={head} />, root)
    if (screen.mode !== mode || !samePlace(screen.shown, shown)) arrive(screen)
  }

  const settle = () => {
    clearTimeout(resting)
    const { pressed: _, ...rest } = screen
    screen = rest
    draw({ shown: screen.flow.place, fresh: true })
  }

  return {
    screen: () => screen,
    note,
    draw,
    rest(changes) {
      draw(changes)
      clearTimeout(resting)
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      resting = setTimeout(settle, still ? 0 : restMs)
    },
    settle,
    focus: focusHeading,
  }
}

function arrive(screen: Screen): void {
  document.title = titleOf(screen)
  scrollTo(0, 0)
  focusHeading()
}

function focusHeading(): void {
  document.getElementById('heading')?.focus({ preventScroll: true })
}
