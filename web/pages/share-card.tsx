import charts from '../../src/charts/charts.css?inline'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import type {
  CardContentView,
  ShareCardOverView,
  ShareCardView,
} from '../../src/http/views/share-card-view.ts'
import { renderDocument } from './document.tsx'
import languageStyles from './language.css?inline'
import { LanguageChooser } from './language-chooser.tsx'
import { speaker } from './messages.ts'
import { NoticePage } from './notice.tsx'
import pages from './pages.css?inline'
import { fillReportText } from './report-format.ts'
import card from './share-card.css?inline'
import { Wordmark } from './wordmark.tsx'

/** Styles of a card, wherever it is shown. */
export const shareCardStyles = charts + card

/** `/card/{token}`: what a person shows of their results, on one screen. No script, no form but the language. */
export function renderShareCard(view: ShareCardView): RenderedPage {
  const { card, preview } = view
  const title = titleOf(card)
  return renderDocument({
    languageTag: view.languageTag,
    // Without a preview, the title must not say whose card it is: services show it with the address.
    title: `${preview ? title : card.words.title} · Timbre`,
    styles: languageStyles + shareCardStyles,
    body: <ShareCardPage view={view} />,
    ...(preview && { preview: { ...preview, title, text: card.headline } }),
  })
}

/** One page for every card that can't be shown. */
export function renderShareCardOver(view: ShareCardOverView): RenderedPage {
  const { overTitle, overText } = view.words
  return renderDocument({
    languageTag: view.languageTag,
    title: `${overTitle} · Timbre`,
    styles: pages,
    body: <NoticePage view={view} path={view.path} heading={overTitle} texts={[overText]} />,
  })
}

function ShareCardPage({ view }: { view: ShareCardView }) {
  return (
    <div class="share-card-page">
      <header class="share-card-head">
        <Wordmark />
        <LanguageChooser view={view} speak={speaker(view)} path={view.path} />
      </header>
      <main>
        <ShareCard card={view.card} heading="h1" />
      </main>
    </div>
  )
}

/** The card itself: the same in the preview and for everyone else. */
export function ShareCard({ card, heading: Heading }: { card: CardContentView; heading: 'h1' | 'h3' }) {
  const { words, firstName, headline, tone, style, takeaways, values, caution, addressed } = card
  return (
    <article class="share-card">
      {firstName !== undefined && <p class="second muted">{titleOf(card)}</p>}
      <Heading class="share-card-headline">{headline}</Heading>
      {/* Escaped by src/charts. */}
      {tone && <div class="share-card-tone" dangerouslySetInnerHTML={{ __html: tone }} />}
      {(style || values) && (
        <dl class="share-card-facts">
          {style && (
            <div>
              <dt>{words.style}</dt>
              <dd>{style}</dd>
            </div>
          )}
          {values && (
            <div>
              <dt>{words.values}</dt>
              <dd>{values.join(' · ')}</dd>
            </div>
          )}
        </dl>
      )}
      {takeaways && (
        <section class="share-card-takeaways">
          <p class="share-card-label">{words.takeaways}</p>
          <ul>
            {takeaways.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      <footer class="note">
        {caution !== undefined && <p>{caution}</p>}
        {addressed !== undefined && <p>{addressed}</p>}
        <p>{words.foot}</p>
      </footer>
    </article>
  )
}

function titleOf({ words, firstName }: CardContentView): string {
  return firstName === undefined ? words.title : fillReportText(words.titleNamed, { person: firstName })
}
