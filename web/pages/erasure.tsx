import type { ErasureView } from '../../src/http/views/own-view.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'

export function erasureTitle(view: ErasureView): string {
  return `${speaker(view).say('erasure.title')} · ${view.accountName}`
}

/** Asks the account to delete the person's data: consequences, one button, and how to withdraw. */
export function ErasurePage({ view }: { view: ErasureView }) {
  const speak = speaker(view)
  const { say } = speak
  const { accountName: account, requestedAt } = view
  const isRequested = requestedAt !== undefined
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main class="notice">
        <h1 class="page-title">
          {say(isRequested ? 'erasure.askedHeading' : 'erasure.heading', { account })}
        </h1>
        {isRequested ? (
          <p class="lede">{say('erasure.askedText', { date: speak.date(requestedAt) })}</p>
        ) : (
          <>
            <p class="lede">{say('erasure.lede', { account })}</p>
            <p class="lede">{say('erasure.meanwhile')}</p>
          </>
        )}
        <form class="link-form" method="post" action={view.action}>
          <input type="hidden" name="erasure" value={isRequested ? 'back' : 'ask'} />
          <button class={`button button-taking main${isRequested ? '' : ' button-main'}`} type="submit">
            {isRequested ? say('erasure.takeBack') : say('erasure.ask', { account })}
          </button>
        </form>
        <p class="link-ways note">
          {view.downloadUrl !== undefined && (
            <a href={view.downloadUrl} download="">
              {say('erasure.download')}
            </a>
          )}
          {view.backUrl !== undefined && <a href={view.backUrl}>{say('wrong.back')}</a>}
        </p>
      </main>
    </div>
  )
}
