import type { MailboxMessageView, MailboxView } from '../../src/http/views/mailbox-view.ts'
import styles from './mailbox.css?inline'
import { Wordmark } from './wordmark.tsx'

/** Styles of this page. */
export const mailboxStyles = styles

/**
 * Messages stored instead of sent: the list, and one message next to it (on phones, instead of it). Plain links and
 * one form, so it works without JavaScript; new messages appear on reload.
 */
export function MailboxPage({ messages, selected, to }: MailboxView) {
  return (
    <div class={selected ? 'mailbox mailbox-open' : 'mailbox'}>
      <header class="mailbox-head">
        <div class="mailbox-ways">
          <Wordmark />
          <nav aria-label="Other pages">
            <a href="/">Dashboard</a>
          </nav>
        </div>
        <p class="mailbox-banner">
          <strong>Mail is not leaving this machine.</strong> Messages of every account are kept here instead,
          with links that sign people in. Set <code>MAIL_URL</code> to send emails and <code>SMS_URL</code> to
          send text messages.
        </p>
      </header>
      <main class="mailbox-body">
        <section class="mailbox-list" aria-labelledby="mailbox-title">
          <ListHead heading={selected ? 'h2' : 'h1'} to={to} />
          {messages.length === 0 ? (
            <Empty to={to} />
          ) : (
            <List messages={messages} selected={selected} to={to} />
          )}
        </section>
        {selected && <Message message={selected} to={to} />}
      </main>
    </div>
  )
}

/** One main heading per page: the mailbox's, or that of the open message. */
function ListHead({ heading: Heading, to }: { heading: 'h1' | 'h2'; to: string | undefined }) {
  return (
    <div class="mailbox-tools">
      <div class="mailbox-title">
        <Heading id="mailbox-title" class="section">
          Mailbox
        </Heading>
        <a class="button button-small" href={address({ to })}>
          Look again
        </a>
      </div>
      <form class="mailbox-filter" method="get" action={path}>
        <label class="second" for="mailbox-to">
          Sent to
        </label>
        <input class="field" id="mailbox-to" name="to" type="text" autocomplete="off" value={to ?? ''} />
        <button class="button" type="submit">
          Filter
        </button>
      </form>
    </div>
  )
}

function Empty({ to }: { to: string | undefined }) {
  if (to !== undefined) {
    return (
      <p class="mailbox-empty">
        No message to {to}. <a href={path}>Show all messages</a>
      </p>
    )
  }
  return (
    <p class="mailbox-empty">
      No message yet. Invite a profile that has an email address, with{' '}
      <code>POST /api/v4/profile/&#123;profileId&#125;/invite/email</code>, and look again.
    </p>
  )
}

function List({ messages, selected, to }: MailboxView) {
  return (
    <ol>
      {messages.map((message) => (
        <li key={message.id} class="row">
          <a
            class="mailbox-entry"
            href={address({ id: message.id, to })}
            aria-current={message.id === selected?.id ? 'true' : undefined}
          >
            <span class="mailbox-to">{message.to}</span>
            <Moment iso={message.createdAt} />
            <span class="second muted mailbox-subject">{titleOf(message)}</span>
          </a>
        </li>
      ))}
    </ol>
  )
}

function Message({ message, to }: { message: MailboxMessageView; to: string | undefined }) {
  const [first, ...others] = message.links
  return (
    <article class="mailbox-message">
      <a class="mailbox-back second" href={address({ to })}>
        All messages
      </a>
      <h1 class="page-title">{titleOf(message)}</h1>
      <p class="second muted">
        To {message.to}, <Moment iso={message.createdAt} />
      </p>
      {first && (
        <p>
          <a class="button button-main" href={first} rel="noreferrer">
            Open link
          </a>
        </p>
      )}
      {others.map((link) => (
        <p key={link} class="second">
          <a href={link} rel="noreferrer">
            {link}
          </a>
        </p>
      ))}
      {isText(message) ? <TextMessage text={message.text} /> : <EmailMessage message={message} />}
    </article>
  )
}

/** An email as an email client may show it: HTML and plain text. */
function EmailMessage({ message }: { message: MailboxMessageView }) {
  return (
    <>
      <h2 class="mailbox-part">As HTML</h2>
      <iframe
        class="mailbox-html"
        title="The message as HTML"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        srcdoc={openingOutside(message.html)}
      />
      <h2 class="mailbox-part">As text</h2>
      <pre class="mailbox-text">{message.text}</pre>
    </>
  )
}

/** A text message as on a phone. */
function TextMessage({ text }: { text: string }) {
  return (
    <>
      <h2 class="mailbox-part">As the phone shows it</h2>
      <p class="mailbox-bubble">{text}</p>
      <p class="note muted">{Array.from(text).length} characters</p>
    </>
  )
}

function isText({ channel }: MailboxMessageView): boolean {
  return channel === 'sms'
}

/** A text message has no subject, and is short. */
function titleOf(message: MailboxMessageView): string {
  return isText(message) ? 'Text message' : message.subject
}

const path = '/dev/mailbox'

function address(query: { id?: string; to?: string | undefined }): string {
  const search = new URLSearchParams(
    Object.entries(query).filter((entry): entry is [string, string] => !!entry[1]),
  )
  return search.size > 0 ? `${path}?${search}` : path
}

/** Pages of the service refuse to be framed, so links in the email open a new tab. */
function openingOutside(html: string): string {
  return html.replace(/<head>/i, '<head><base target="_blank">')
}

function Moment({ iso }: { iso: string }) {
  return (
    <time class="note figures" datetime={iso} title={iso}>
      {moment.format(new Date(iso))}
    </time>
  )
}

const moment = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
  timeZoneName: 'short',
})
