import type { PeerOverView, PeerView } from '../../src/http/views/peer-view.ts'
import { type Speaker, speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import { ProblemIcon } from './problem-icon.tsx'

/** Behind the link that a person gave to someone who knows them: ten statements, or a way to delete what was answered. */
export function PeerPage({ view }: { view: PeerView }) {
  const speak = speaker(view)
  const { say } = speak
  const { accountName: account, path } = view
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={path} />
      <main class="notice">
        {view.state === 'open' ? (
          <Questions view={view} speak={speak} />
        ) : (
          <>
            <h1 class="page-title">{say('peer.thanksHeading')}</h1>
            <p class="lede">{say('peer.thanksText')}</p>
            <p class="note">{say('peer.askPrivate', { account })}</p>
            <form class="link-form" method="post" action={path}>
              <button class="button" type="submit" name="do" value="delete">
                {say('peer.delete')}
              </button>
            </form>
          </>
        )}
      </main>
    </div>
  )
}

function Questions({ view, speak: { say } }: { view: PeerView; speak: Speaker }) {
  const { accountName: account, path, items, labels } = view
  return (
    <>
      <h1 class="page-title">{say('peer.askHeading')}</h1>
      <p class="lede">{say('peer.askLede', { account, n: items.length })}</p>
      <p>{say('peer.askPrivate', { account })}</p>
      {view.isIncomplete && (
        <p class="problem" role="alert">
          <ProblemIcon />
          {say('study.missing')}
        </p>
      )}
      <form class="study-page" method="post" action={path}>
        <h2 class="section">{say('peer.prompt')}</h2>
        {items.map(({ n, text }) => (
          <fieldset key={n}>
            <legend>{text}</legend>
            <div class="study-options">
              {[...labels, say('peer.unknown')].map((label, at) => (
                <label key={label}>
                  <input type="radio" name={`s${n}`} value={(at + 1) % (labels.length + 1)} required />
                  {label}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <button class="button button-main button-taking main" type="submit" name="do" value="answers">
          {say('peer.send')}
        </button>
      </form>
    </>
  )
}

/** A link that shows nothing, or whose answers were just deleted. */
export function PeerOverPage({ view }: { view: PeerOverView }) {
  const { say } = speaker(view)
  const [heading, text] =
    view.state === 'deleted'
      ? (['peer.deletedHeading', 'peer.deletedText'] as const)
      : (['peer.overHeading', 'peer.overText'] as const)
  return <NoticePage view={view} path={view.path} heading={say(heading)} texts={[say(text)]} />
}
