import type { LinkView, ShareView } from '../../src/http/views/link-view.ts'
import type { OptOutView } from '../../src/http/views/opt-out-view.ts'
import type { ErasureView } from '../../src/http/views/own-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type { ResultsView } from '../../src/http/views/results-view.ts'
import type { StoppedView, TakingView, ThanksView } from '../../src/http/views/taking-view.ts'
import { renderDocument } from './document.tsx'
import { ErasurePage, erasureTitle } from './erasure.tsx'
import { firstScreen } from './first-screen.ts'
import { answerForm } from './forced-choice-question.tsx'
import { KeyList } from './key-list.tsx'
import { LinkPage, linkTitle } from './link.tsx'
import { speaker } from './messages.ts'
import { OptOutPage, optOutTitle } from './opt-out.tsx'
import { PageHead } from './page-head.tsx'
import pageStyles from './pages.css?inline'
import { renderPlainPage } from './plain-page.ts'
import { printScript } from './report.tsx'
import { resultsTitle } from './report-sheets.tsx'
import { ResultsPage, resultsStyles } from './results.tsx'
import { isAsking } from './screen.tsx'
import { SharePage, sharePageStyles, shareTitle } from './share.tsx'
import { StoppedPage } from './stopped.tsx'
import takingStyles from './taking.css?inline'
import { TakingPage } from './taking.tsx'
import { positionUrl } from './taking-position.ts'
import { takingTitle } from './taking-title.ts'
import { ThanksPage, thanksTitle } from './thanks.tsx'

/** URL of the script of the taking page; the build inserts it. */
declare const __TAKE_SCRIPT__: string | undefined

/** `/t/{link}`: who invites, why, how long it takes, and one button; or the state of the link. */
export function renderLink(view: LinkView): RenderedPage {
  return renderPlainPage(view, linkTitle(view), <LinkPage view={view} />)
}

/** `/t/{link}` of a public link: its purpose and a form, or why it can't be started. */
export function renderShare(view: ShareView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: shareTitle(view),
    styles: sharePageStyles,
    body: <SharePage view={view} />,
  })
}

/** `/take`: works with forms; its script then hydrates the same elements. */
export function renderTaking(view: TakingView): RenderedPage {
  const screen = firstScreen(view)
  const { speak, shown } = screen
  const formId = isAsking(screen) && shown.at !== 'waiting' && shown.part !== 'focus' ? answerForm : undefined
  const head = <PageHead view={view} speak={speak} path={positionUrl(shown)} formId={formId} isScripted />
  const body = (
    <>
      <div id="taking">
        <TakingPage screen={screen} head={head} />
      </div>
      <KeyList speak={speak} />
    </>
  )
  const address = typeof __TAKE_SCRIPT__ === 'string' ? __TAKE_SCRIPT__ : '/assets/take.js'
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: takingTitle(screen),
    styles: pageStyles + takingStyles,
    body,
    script: { address, state: { ...view, messages: messagesOfTaking(view) } },
    systemFonts: true,
  })
}

/** `/take/stopped`: the person chose to continue later. */
export function renderStopped(view: StoppedView): RenderedPage {
  const title = speaker(view).say(view.way === 'left' ? 'stopped.leftTitle' : 'stopped.title')
  return renderPlainPage(view, `${title} · ${view.accountName ?? 'Timbre'}`, <StoppedPage view={view} />)
}

/** `/take/thanks`: everything is completed, and the account shares the results itself. */
export function renderThanks(view: ThanksView): RenderedPage {
  return renderPlainPage(view, thanksTitle(view), <ThanksPage view={view} />)
}

/** `/take/erasure`: asks the account to delete the person's data. */
export function renderErasure(view: ErasureView): RenderedPage {
  return renderPlainPage(view, erasureTitle(view), <ErasurePage view={view} />)
}

/** `/unsubscribe/{link}`: stops further emails, and resumes them. */
export function renderOptOut(view: OptOutView): RenderedPage {
  return renderPlainPage(view, optOutTitle(view), <OptOutPage view={view} />)
}

/** `/take/results`: the person's own results. */
export function renderResults(view: ResultsView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: resultsTitle(view),
    styles: resultsStyles,
    body: <ResultsPage {...view} />,
    script: printScript(),
  })
}

const prefixesOfTaking = [
  'page',
  'taking',
  'status',
  'practice',
  'pause',
  'waiting',
  'ended',
  'elsewhere',
  'keys',
]

/** Only texts the browser can show, to keep the page small. */
function messagesOfTaking({ messages }: TakingView): Record<string, string> {
  const isNeeded = (key: string) => prefixesOfTaking.includes(key.slice(0, key.indexOf('.')) as MessageKey)
  return Object.fromEntries(Object.entries(messages).filter(([key]) => isNeeded(key)))
}
