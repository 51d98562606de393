import type { AssessmentId } from '../views/page-view.ts'
import type { TakingView } from '../views/taking-view.ts'
import type { SaveStatus } from './answer-outbox.ts'
import type { Flow, PickColumn } from './flow-state.ts'
import type { Speaker } from './messages.ts'
import type { TakingPosition } from './taking-position.ts'

/** Everything that a taking page shows at one moment. The server makes the first one, the browser all later ones. */
export type Screen = {
  readonly view: TakingView
  readonly flow: Flow
  readonly speak: Speaker
  /** What is in sight: for a moment still the question just answered, otherwise `flow.place`. */
  readonly shown: TakingPosition
  /** The answer just given to it. */
  readonly pressed?: number
  readonly minutesLeft: number
  readonly status: SaveStatus
  readonly unsent: number
  /** `elsewhere`: another tab holds the sitting. */
  readonly mode: 'taking' | 'ended' | 'elsewhere'
  /** Nothing happened for five minutes. */
  readonly quiet: boolean
  /** A word on why the language stays, while offline. */
  readonly localeNote: boolean
  /** Whether what is in sight has come in place of something else, and so fades in. */
  readonly fresh: boolean
  /** Active seconds in this page, to be added to those that the server knows. */
  readonly spent: Partial<Readonly<Record<AssessmentId, number>>>
  /** Left out on the server: its page works by links and forms. */
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

/** Whether a question or an example is in sight. */
export function isAsking({ mode, shown }: Screen): boolean {
  return mode === 'taking' && (shown.at === 'item' || shown.at === 'practice')
}

/** Acts in place of what the browser would do by itself; on the server, where nothing acts, the browser does that. */
export function preventDefaultAnd(act: (() => void) | undefined): ((event: Event) => void) | undefined {
  return (
    act &&
    ((event) => {
      event.preventDefault()
      act()
    })
  )
}

/** The prompt and the question. The heading takes the focus when it changes, so that it is read out. */
export function Heading({ screen, prompt, text }: { screen: Screen; prompt: string; text: string }) {
  return (
    <div class={`ask${screen.fresh ? ' fresh' : ''}`} key={JSON.stringify(screen.shown)}>
      <p class="prompt" id="prompt">
        {prompt}
      </p>
      <h1 class="asking" id="heading" tabIndex={-1}>
        {text}
      </h1>
    </div>
  )
}
