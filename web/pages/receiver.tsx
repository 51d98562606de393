import type { ReceivedRequestView, ReceiverAnswer, ReceiverView } from '../../src/http/views/receiver-view.ts'
import styles from './receiver.css?inline'
import { Wordmark } from './wordmark.tsx'

/** Styles of this page. */
export const receiverStyles = styles

/** What arrived at the demo's receiver, newest first, and how it answers. Works without JavaScript. */
export function ReceiverPage({ url, answer, received }: ReceiverView) {
  return (
    <div class="receiver">
      <header class="receiver-ways">
        <Wordmark />
        <nav aria-label="Other pages">
          <a href="/settings/webhooks">Webhooks</a>
        </nav>
      </header>
      <main>
        <h1 class="page-title">Webhook receiver</h1>
        <p class="receiver-lede">
          Stands in for your software in the demo. A webhook with the address <code>{url}</code> arrives here.
          Nothing leaves this computer.
        </p>
        <form method="post" action="/dev/hooks/answer" class="receiver-form">
          <p class="receiver-now">Now it {words[answer]}. Change that to see how Timbre handles a failure.</p>
          <p class="receiver-buttons">
            {answers.map((one) => (
              <button
                key={one}
                type="submit"
                name="answer"
                value={one}
                class="button button-small"
                aria-pressed={one === answer ? 'true' : 'false'}
              >
                {labels[one]}
              </button>
            ))}
          </p>
        </form>
        <div class="receiver-title">
          <h2 class="section">Requests</h2>
          <a class="button button-small" href="/dev/hooks">
            Look again
          </a>
        </div>
        {received.length === 0 ? (
          <p class="receiver-empty">
            Nothing has arrived yet. Invite someone or create a tag in the <a href="/">dashboard</a>, then
            look again.
          </p>
        ) : (
          <ol>
            {received.map((request) => (
              <Received key={`${request.at} ${request.id}`} request={request} />
            ))}
          </ol>
        )}
      </main>
    </div>
  )
}

function Received({ request }: { request: ReceivedRequestView }) {
  const { at, type, id, signature, answer, attempt, isReplay, headers, body } = request
  return (
    <li class="row receiver-request">
      <h3>
        <code>{type}</code>
      </h3>
      <p class="second" data-signature={signature}>
        <strong>{verdicts[signature]}</strong>{' '}
        <span class="muted">
          <time datetime={at} title={at}>
            {moment.format(new Date(at))}
          </time>
          {attempt && `, attempt ${attempt}`}
          {isReplay && ', replayed'}. It {pastWords[answer]}.
        </span>
      </p>
      <details>
        <summary>
          Headers and body<span class="out-of-sight"> of {id || type}</span>
        </summary>
        <pre>
          {headers}
          {'\n\n'}
          {body}
        </pre>
      </details>
    </li>
  )
}

const answers: readonly ReceiverAnswer[] = ['200', '500', '410', 'hang']

const labels: Record<ReceiverAnswer, string> = {
  '200': 'Answer 200',
  '500': 'Answer 500',
  '410': 'Answer 410',
  hang: 'Hang',
}

const words: Record<ReceiverAnswer, string> = {
  '200': 'answers 200 (OK)',
  '500': 'answers 500 (error), so Timbre tries again later',
  '410': 'answers 410 (gone), so Timbre disables the webhook',
  hang: 'doesn’t answer, so Timbre gives up after ten seconds and tries again later',
}

const pastWords: Record<ReceiverAnswer, string> = {
  '200': 'answered 200',
  '500': 'answered 500',
  '410': 'answered 410',
  hang: 'didn’t answer',
}

const verdicts: Record<ReceivedRequestView['signature'], string> = {
  right: 'The signature is right.',
  wrong: 'The signature is wrong.',
  missing: 'It has no signature.',
  old: 'The signature is right, but older than five minutes.',
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
