import type { ShareView } from '../../src/http/views/link-view.ts'
import { LinkFacts } from './link-facts.tsx'
import type { Speaker } from './messages.ts'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import { PageHead } from './page-head.tsx'
import pageStyles from './pages.css?inline'
import shareStyles from './share.css?inline'
import { ShareForm } from './share-form.tsx'

/** Styles of this page. */
export const sharePageStyles = pageStyles + shareStyles

export function shareTitle(view: ShareView): string {
  const { say } = speaker(view)
  const account = view.accountName ?? 'Timbre'
  if (view.state === 'over') return `${say('share.overTitle')} · Timbre`
  if (view.state === 'sent') return `${say('share.sentTitle')} · ${account}`
  if (view.state === 'closed') return `${say('share.closedTitle')} · ${account}`
  if (view.state === 'busy') return `${say('share.busyTitle')} · ${account}`
  const title = say('share.title', { account })
  return view.problems ? say('share.problemTitle', { title }) : title
}

/** The page behind a public link. Viewing changes nothing; only the form starts. */
export function SharePage({ view }: { view: ShareView }) {
  const speak = speaker(view)
  const { say } = speak
  const account = view.accountName ?? 'Timbre'
  if (view.state === 'open') return <Open view={view} speak={speak} account={account} />
  const words = {
    over: [say('link.overHeading'), [say('share.overText')]],
    closed: [say('share.closedHeading'), [say('share.closedText')]],
    busy: [say('share.busyHeading'), [say('share.busyText')]],
    sent: [
      say('link.sentHeading'),
      [say('share.sentText', { email: view.sentTo ?? '' }), say('share.sentNote', { account })],
    ],
  } as const
  const [heading, texts] = words[view.state]
  return <NoticePage view={view} path={view.path} heading={heading} texts={texts} action={nextAction(view)} />
}

function nextAction(view: ShareView): { href: string; label: string } | undefined {
  const { say } = speaker(view)
  if (view.goOnUrl !== undefined) return { href: view.goOnUrl, label: say('share.goOn') }
  return view.state === 'busy' ? { href: view.path, label: say('share.busyAgain') } : undefined
}

function Open({ view, speak, account }: { view: ShareView; speak: Speaker; account: string }) {
  const { say } = speak
  const until = view.expiresAt && say('share.untilText', { date: speak.date(view.expiresAt) })
  return (
    <div class="link-page">
      <PageHead view={view} speak={speak} path={view.path} />
      <main>
        <h1 class="page-title">{say('link.heading', { account })}</h1>
        {view.hasChanged && <p class="go-on changed">{say('agreement.changed')}</p>}
        <p class="lede">{say('link.lede')}</p>
        {view.goOnUrl !== undefined && (
          <p class="go-on">
            {say('share.goOnText')} <a href={view.goOnUrl}>{say('share.goOn')}</a>
          </p>
        )}
        <LinkFacts view={view} speak={speak} until={until} />
        <ShareForm view={view} speak={speak} account={account} />
      </main>
    </div>
  )
}
