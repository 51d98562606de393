/** How the receiver answers; `hang` not at all. */
export type ReceiverAnswer = '200' | '500' | '410' | 'hang'

/** A request that arrived. */
export type ReceivedRequestView = {
  readonly at: string
  readonly type: string
  readonly id: string
  /** `old`: signed right, but more than five minutes ago. */
  readonly signature: 'right' | 'wrong' | 'missing' | 'old'
  readonly answer: ReceiverAnswer
  readonly attempt: string | undefined
  readonly isReplay: boolean
  /** `name: value`, one a line. */
  readonly headers: string
  readonly body: string
}

/** `GET /dev/hooks`, the demo's receiver of webhooks. For developers and operators, in English only. */
export type ReceiverView = {
  /** The address that accepts requests. */
  readonly url: string
  readonly answer: ReceiverAnswer
  /** Newest first. */
  readonly received: readonly ReceivedRequestView[]
}
