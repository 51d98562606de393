import { hydrate, render } from 'preact'
import type { Screen } from './screen.tsx'
import { TakingPage } from './taking.tsx'
import { isSamePosition } from './taking-position.ts'
import { takingTitle } from './taking-screen.ts'

/** The pressed answer fills (120 ms) and rests (160 ms) before the next question comes. */
const restMs = 280

/** What is in sight, and how it changes: drawn anew after every event, with the focus on each new heading. */
export type TakingRenderer = {
  screen(): Screen
  /** Takes over changes that the next drawing will show. */
  update(changes: Partial<Screen>): void
  draw(changes?: Partial<Screen>): void
  /** Draws a question with the answer just given to it, and what comes next after a moment. */
  drawAnswered(changes: Partial<Screen>): void
  /** Shows the place of the flow, now. */
  drawCurrent(): void
  /** Puts the focus on the heading. */
  focusHeading(): void
}

/** Stands for the head in the browser: hydration keeps the server's elements, and no later drawing looks into them. */
const head = <header class="head" dangerouslySetInnerHTML={{ __html: '' }} />

/** Takes over the elements that the server has rendered from the same first screen. */
export function createTakingRenderer(root: Element, first: Screen): TakingRenderer {
  let screen = first
  let resting: ReturnType<typeof setTimeout> | undefined
  hydrate(<TakingPage screen={screen} head={head} />, root)

  const update = (changes: Partial<Screen>) => {
    screen = { ...screen, ...changes }
  }

  const draw = (changes: Partial<Screen> = {}) => {
    const { mode, shown } = screen
    update(changes)
    render(<TakingPage screen={screen} head={head} />, root)
    if (screen.mode !== mode || !isSamePosition(screen.shown, shown)) arrive(screen)
  }

  const drawCurrent = () => {
    clearTimeout(resting)
    const { pressed: _, ...rest } = screen
    screen = rest
    draw({ shown: screen.flow.position, fresh: true })
  }

  return {
    screen: () => screen,
    update,
    draw,
    drawAnswered(changes) {
      draw(changes)
      clearTimeout(resting)
      const still = matchMedia('(prefers-reduced-motion: reduce)').matches
      resting = setTimeout(drawCurrent, still ? 0 : restMs)
    },
    drawCurrent,
    focusHeading: focusHeading,
  }
}

function arrive(screen: Screen): void {
  document.title = takingTitle(screen)
  scrollTo(0, 0)
  focusHeading()
}

function focusHeading(): void {
  document.getElementById('heading')?.focus({ preventScroll: true })
}
