import type { MessageKey, PageView } from './page-view.ts'

type NoteKey = Extract<MessageKey, `connect.note.${string}`>

/** `/docs/connect`: how to connect programs to the MCP endpoint. */
export type ConnectView = PageView & {
  readonly address: string
  /** Whether services on the internet can reach it; cloud assistants can't reach a local address. */
  readonly isReachable: boolean
  readonly reference: string
  /** The list of tools. */
  readonly tools: string
  readonly apps: string
  readonly connections: readonly ConnectionView[]
  readonly ownProgram: readonly CopyableTextView[]
  /** Addresses that programs for sending requests import. */
  readonly imports: readonly CopyableTextView[]
}

export type ConnectionView = {
  readonly id: NoteKey extends `connect.note.${infer Id}` ? Id : never
  readonly name: string
  readonly open?: string
  readonly copied: readonly CopyableTextView[]
}

export type CopyableTextView = { readonly file?: string; readonly text: string }
