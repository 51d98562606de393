import type { ThanksView } from '../../src/http/views/taking-view.ts'
import { speaker } from './messages.ts'
import { OwnWayOn, retakeText } from './own-results-actions.tsx'
import { PageHead } from './page-head.tsx'

export function thanksTitle(view: ThanksView): string {
  return `${speaker(view).say(view.isHeldBack ? 'held.heading' : 'thanks.title')} · ${view.accountName}`
}

/** Everything is completed, and the account shares the results itself: who has them, retakes, and the data. */
export function ThanksPage({ view }: { view: ThanksView }) {
  const speak = speaker(view)
  const { say } = speak
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/take/thanks" />
      <main class="notice">
        <h1 class="page-title">{say(view.isHeldBack ? 'held.heading' : 'thanks.heading')}</h1>
        <p class="lede">
          {say(view.isHeldBack ? 'held.text' : 'thanks.text', { account: view.accountName })}
        </p>
        <OwnWayOn view={view} />
        <p class="note">{retakeText(speak, view)}</p>
        <p class="link-ways note">
          {view.downloadUrl !== undefined && (
            <a href={view.downloadUrl} download="">
              {say('erasure.download')}
            </a>
          )}
          {view.studyUrl !== undefined && <a href={view.studyUrl}>{say('study.title')}</a>}
          {view.erasure && <a href={view.erasure.url}>{say('erasure.open')}</a>}
        </p>
      </main>
    </div>
  )
}
