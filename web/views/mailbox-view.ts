/** A kept message, as `/dev/mailbox.json` lists it. */
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
 * `GET /dev/mailbox`; `?id=` opens one message, `?to=` shows those of one address. It is for those who run the
 * service and in English only.
 */
export type MailboxView = {
  readonly messages: readonly MailboxMessageView[]
  readonly selected?: MailboxMessageView | undefined
  readonly to?: string | undefined
}
