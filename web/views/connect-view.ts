import type { MessageKey, PageView } from './page-view.ts'

type NoteKey = Extract<MessageKey, `connect.note.${string}`>

/** `/docs/connect`: how programs are connected to the endpoint for models. */
export type ConnectView = PageView & {
  readonly address: string
  /** Whether services on the internet can reach it; assistants that run there cannot reach this machine alone. */
  readonly isReachable: boolean
  readonly reference: string
  /** What models are offered. */
  readonly tools: string
  readonly apps: string
  readonly connections: readonly ConnectionView[]
  readonly ownProgram: readonly CopyableTextView[]
}

export type ConnectionView = {
  readonly id: NoteKey extends `connect.note.${infer Id}` ? Id : never
  readonly name: string
  readonly open?: string
  readonly copied: readonly CopyableTextView[]
}

export type CopyableTextView = { readonly file?: string; readonly text: string }
