import { createTransport } from 'nodemailer'
import type { EmailSender } from '../contract/delivery.ts'
import { languageTags } from '../contract/locale.ts'
import type { OutgoingEmail } from '../contract/ports.ts'
import { headerText, isMailbox, parseSender } from './mail-address.ts'

export type SmtpOptions = {
  /** MAIL_URL: `smtp://user:password@host:587` or `smtps://…`; user and password are percent-encoded. */
  mailUrl: string
  /** MAIL_FROM: `no-reply@example.org` or `Timbre <no-reply@example.org>`. */
  mailFrom: string
  /** Where mail servers report of a message that they can't deliver (the envelope's sender). Default: the sender. */
  returnPathOf?: ((message: ReturnableMessage) => string) | undefined
  /** Maximum silence of the server: while connecting, before its greeting, and in between. */
  silenceMilliseconds?: number
  /** Connections at the same time. */
  maxConnections?: number
  /** After which an unused connection is closed: before servers do, which is five minutes in RFC 5321 and often less. */
  idleMilliseconds?: number
}

/** The outbox row of a message, if it has one. */
export type ReturnableMessage = { accountId?: string | null; id?: string }

type SentEmail = OutgoingEmail & ReturnableMessage & { messageId: string; sender?: EmailSender | undefined }

export type SmtpTransport = {
  send: (message: SentEmail) => Promise<void>
  /** Closes the connections: those in use when their message has been sent. */
  close: () => void
}

/**
 * Sends messages through a mail server (RFC 5321), each to exactly one recipient, over connections that are kept for the
 * next one. Rejects with `SmtpRefusal`, whose `permanent` says that a retry is useless. A message is given to another
 * connection only if nothing of it was sent when the server closed the first one: what may have arrived isn't sent again
 * here.
 */
export function smtpTransport({
  mailUrl,
  mailFrom,
  returnPathOf,
  silenceMilliseconds = 15_000,
  maxConnections = 8,
  idleMilliseconds = 10_000,
}: SmtpOptions): SmtpTransport {
  const sender = parseSender(mailFrom)
  const mailer = createTransport({
    ...serverOf(mailUrl),
    pool: true,
    maxConnections,
    maxMessages: messagesOfConnection,
    maxRequeues: 2,
    idleTimeout: idleMilliseconds,
    name: sender.address.slice(sender.address.indexOf('@') + 1),
    connectionTimeout: silenceMilliseconds,
    greetingTimeout: silenceMilliseconds,
    socketTimeout: silenceMilliseconds,
    dnsTimeout: silenceMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const send: SmtpTransport['send'] = async (message) => {
    if (!isMailbox(message.to))
      throw new SmtpRefusal('The recipient is not one plain address', { permanent: true })
    try {
      // A server that trickles its replies would otherwise keep the connection for good.
      const from = returnPathOf?.(message) ?? sender.address
      await mailer.sendMail({
        ...mailOf(message, sender),
        envelope: { from, to: [message.to] },
        signal: AbortSignal.timeout(wholeMilliseconds),
      })
    } catch (error) {
      throw refusalOf(error)
    }
  }
  return { send, close: () => mailer.close() }
}

/** Some servers refuse more, and a new connection now and then finds a server that has moved. */
const messagesOfConnection = 100
/** Less than the outbox gives an attempt. */
const wholeMilliseconds = 44_000

export class SmtpRefusal extends Error {
  readonly permanent: boolean
  /** The reply code and its command (`550 RCPT TO`), or the network error (`ETIMEDOUT`). Safe to log. */
  readonly code: string
  /** The status of RFC 3463 that the server gave with a final reply, such as `5.7.1`. */
  readonly status: string | undefined
  constructor(
    message: string,
    options: { permanent: boolean; code?: string; status?: string | undefined; cause?: unknown },
  ) {
    super(message, { cause: options.cause })
    this.name = 'SmtpRefusal'
    this.permanent = options.permanent
    this.code = options.code ?? 'ADDRESS'
    this.status = options.status
  }
}

/**
 * Certificates are always verified. Mail to another machine is always sent over TLS: a server without STARTTLS, or one
 * whose offer was removed by an attacker, gets neither email nor credentials, unless the URL has `?tls=off`. On this
 * machine `smtp:` stays unencrypted: nothing leaves it, and a local relay's certificate never names `localhost`.
 */
function serverOf(mailUrl: string) {
  const url = new URL(mailUrl)
  const secure = url.protocol === 'smtps:'
  if (!secure && url.protocol !== 'smtp:') throw new Error('MAIL_URL must begin with smtp:// or smtps://')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const user = decodeURIComponent(url.username)
  const isPlain = /^(localhost|127\.[\d.]+|::1)$/.test(host) || url.searchParams.get('tls') === 'off'
  return {
    host,
    port: Number(url.port) || (secure ? 465 : user ? 587 : 25),
    secure,
    ignoreTLS: !secure && isPlain,
    requireTLS: !secure && !isPlain,
    ...(user && { auth: { user, pass: decodeURIComponent(url.password) } }),
  }
}

/**
 * Addresses are passed as objects and the envelope separately, so that nothing is parsed out of a name or header.
 * `Auto-Submitted` (RFC 3834) prevents automatic replies.
 */
function mailOf(message: SentEmail, sender: ReturnType<typeof parseSender>) {
  const { sender: own } = message
  const replyTo = message.replyTo !== undefined && isMailbox(message.replyTo) ? message.replyTo : undefined
  return {
    from: {
      name: headerText(message.fromName ?? '', 80) || sender.name,
      address: own?.address ?? sender.address,
    },
    ...(own && { dkim: signatureOf(own) }),
    to: { name: '', address: message.to },
    ...(replyTo && { replyTo: { name: '', address: replyTo } }),
    messageId: message.messageId,
    subject: headerText(message.subject, 200),
    text: message.text,
    html: message.html,
    headers: {
      'Auto-Submitted': 'auto-generated',
      'Content-Language': languageTags[message.locale],
      ...stopHeaders(message),
    },
    xMailer: false as const,
  }
}

/**
 * Signs as the domain of the address, so that DMARC finds them aligned. With the headers of unsubscribing, which mail
 * providers otherwise ignore (RFC 8058 section 4).
 */
function signatureOf({ domain, selector, privateKey }: EmailSender) {
  return { domainName: domain, keySelector: selector, privateKey, headerFieldNames: signedHeaders }
}

const signedHeaders = [
  ...['From', 'Reply-To', 'To', 'Subject', 'Date', 'Message-ID', 'MIME-Version', 'Content-Type'],
  ...['Content-Transfer-Encoding', 'List-Unsubscribe', 'List-Unsubscribe-Post', 'Auto-Submitted'],
].join(':')

/** Lets mail clients unsubscribe with one click (RFC 2369 section 3.2, RFC 8058). */
function stopHeaders({ unsubscribe: unsubscribeUrl }: OutgoingEmail): Record<string, string> {
  if (unsubscribeUrl === undefined) return {}
  return { 'List-Unsubscribe': `<${unsubscribeUrl}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}

type MailerError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/**
 * A reply of 500 or more to the sender, recipient or text is final (RFC 5321, section 4.2.1). At the greeting or
 * sign-in it concerns this installation, and its operator can fix it.
 */
function refusalOf(error: unknown): SmtpRefusal {
  const { message, code, response, responseCode, command }: MailerError =
    error instanceof Error ? error : new Error(String(error))
  const isAboutMessage = code === 'EENVELOPE' || code === 'EMESSAGE'
  const permanent =
    isAboutMessage &&
    (responseCode === undefined || responseCode >= 500) &&
    !setupCodes.has(responseCode ?? 0)
  const summary = responseCode ? `${responseCode} ${command ?? ''}`.trim() : (code ?? 'UNKNOWN')
  const [, status] = statusPattern.exec(response ?? '') ?? []
  return new SmtpRefusal(message, { permanent, code: summary, status, cause: error })
}

/** RFC 2034: the status begins the text of the reply. */
const statusPattern = /^\d{3}[ -](5\.\d{1,3}\.\d{1,3})(?!\d)/

/** "STARTTLS required" and "authentication required" (RFC 3207, RFC 4954), also in reply to commands of a message. */
const setupCodes = new Set([530, 534, 535, 538])
