import type { OwnLinkMadeView, OwnLinkView } from '../../src/http/views/own-link-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import connect from './connect.css?inline'
import { renderDocument } from './document.tsx'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'
import { type DateReader, fillReportText, formatMinute } from './report-format.ts'

/** URL of the copy script; the build inserts it. */
declare const __COPY_SCRIPT__: string | undefined

/** On the results page: whether a share link is active, with the forms to create or revoke it. */
export function OwnLinkPanel({ link, reader }: { link: OwnLinkView; reader: DateReader }) {
  const { words, days, until, makeUrl, endUrl } = link
  const isLive = until !== undefined
  const date = isLive ? formatMinute(reader, until) : ''
  return (
    <li class="offer own-offer row">
      <div>
        <h3 class="body">{words.name}</h3>
        <p class="second muted">
          {fillReportText(isLive ? words.live : words.off, { days: String(days), date })}
        </p>
      </div>
      <div class="own-link">
        <form method="post" action={makeUrl}>
          <button class="button" type="submit">
            {isLive ? words.again : words.make}
          </button>
        </form>
        {isLive && (
          <form method="post" action={endUrl}>
            <button class="button" type="submit">
              {words.end}
            </button>
          </form>
        )}
      </div>
    </li>
  )
}

/** The answer after creating a link: its URL, shown only here. */
export function renderOwnLinkMade(view: OwnLinkMadeView): RenderedPage {
  const address = typeof __COPY_SCRIPT__ === 'string' ? __COPY_SCRIPT__ : '/assets/copy.js'
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: `${view.words.madeTitle} · ${view.accountName}`,
    styles: pages + connect,
    body: <OwnLinkMade view={view} />,
    script: { address, state: {} },
  })
}

function OwnLinkMade({ view }: { view: OwnLinkMadeView }) {
  const { words, address, until, backUrl } = view
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speaker(view)} path={backUrl} />
      <main class="notice">
        <h1 class="page-title">{words.madeTitle}</h1>
        <p class="lede">{fillReportText(words.madeText, { date: formatMinute(view, until) })}</p>
        <figure class="copied" aria-label={words.address}>
          <pre class="copied-text">
            <code>{address}</code>
          </pre>
          <button class="button button-small copy" type="button" hidden data-copied={words.copied}>
            {words.copy}
          </button>
        </figure>
        <p class="note">{words.once}</p>
        <a class="button button-main button-taking main" href={backUrl}>
          {words.back}
        </a>
      </main>
    </div>
  )
}
