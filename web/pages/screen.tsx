import type { AssessmentId } from '../../src/http/views/page-view.ts'
import type { TakingView } from '../../src/http/views/taking-view.ts'
import type { SaveStatus } from './answer-outbox.ts'
import type { Flow, PickColumn } from './flow-state.ts'
import type { Speaker } from './messages.ts'
import type { TakingPosition } from './taking-position.ts'

/** Everything a taking page shows at one moment. The server renders the first screen, the browser all later ones. */
export type Screen = {
  readonly view: TakingView
  readonly flow: Flow
  readonly speak: Speaker
  /** What is visible: for a moment still the answered question, otherwise `flow.position`. */
  readonly shown: TakingPosition
  /** The answer that was just given. */
  readonly pressed?: number
  readonly minutesLeft: number
  readonly status: SaveStatus
  readonly unsent: number
  /** `elsewhere`: another tab has the sitting. */
  readonly mode: 'taking' | 'ended' | 'elsewhere'
  /** No activity for five minutes. */
  readonly quiet: boolean
  /** Why the language can't be changed while offline. */
  readonly localeNote: boolean
  /** Whether the visible content replaced other content, and so fades in. */
  readonly fresh: boolean
  /** Active seconds on this page, in addition to those the server knows. */
  readonly spent: Partial<Readonly<Record<AssessmentId, number>>>
  /** Undefined on the server, whose page works with links and forms. */
  readonly on?: Handlers
}

export type Handlers = {
  rate(value: number, byKey: boolean): void
  pick(column: PickColumn, choice: string): void
  next(): void
  back(): void
  practise(): void
  stop(form: HTMLFormElement): void
  takeOverTab(): void
  showKeys(): void
}

/** Whether a question or a practice question is visible. */
export function isAsking({ mode, shown }: Screen): boolean {
  return mode === 'taking' && (shown.at === 'item' || shown.at === 'practice')
}

/** Replaces the browser's default action; on the server, the default applies. */
export function preventDefaultAnd(act: (() => void) | undefined): ((event: Event) => void) | undefined {
  return (
    act &&
    ((event) => {
      event.preventDefault()
      act()
    })
  )
}

/**
 * Prompt and question. The heading gets the focus when it changes, so that screen readers announce it, then how far the
 * person has come.
 */
export function Heading({ screen, prompt, text }: { screen: Screen; prompt: string; text: string }) {
  return (
    <div class={`ask${screen.fresh ? ' fresh' : ''}`} key={JSON.stringify(screen.shown)}>
      <p class="prompt" id="prompt">
        {prompt}
      </p>
      {/* Where nothing is asked, there is no count. */}
      <h1 class="asking" id="heading" aria-describedby="count" tabIndex={-1}>
        {text}
      </h1>
    </div>
  )
}
