import { hydrate, render } from 'preact'
import type { Screen } from './screen.tsx'
import { TakingPage } from './taking.tsx'
import { isSamePosition } from './taking-position.ts'
import { takingTitle } from './taking-title.ts'

/** The pressed answer fills (120 ms) and rests (160 ms) before the next question appears. */
const restMs = 280

/** Renders the visible content after every event, and focuses each new heading. */
export type TakingRenderer = {
  screen(): Screen
  /** Merges changes for the next render. */
  update(changes: Partial<Screen>): void
  draw(changes?: Partial<Screen>): void
  /** Shows the answered question for a moment, then the next screen. */
  drawAnswered(changes: Partial<Screen>): void
  /** Shows the position of the flow immediately. */
  drawCurrent(): void
  /** Focuses the heading. */
  focusHeading(): void
}

/** A placeholder for the page head: hydration keeps the server's elements, and later renders don't touch them. */
const head = <header class="head" dangerouslySetInnerHTML={{ __html: '' }} />

/** Hydrates the server's elements from the same first screen. */
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
