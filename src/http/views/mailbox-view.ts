/** A stored message, as in `/dev/mailbox.json`. */
export type MailboxMessageView = {
  readonly id: string
  readonly channel: string
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
  readonly links: readonly string[]
  readonly createdAt: string
}

/**
 * `GET /dev/mailbox`; `?id=` opens one message, `?to=` filters by address. For developers and operators, in English
 * only.
 */
export type MailboxView = {
  readonly messages: readonly MailboxMessageView[]
  readonly selected?: MailboxMessageView | undefined
  readonly to?: string | undefined
}
