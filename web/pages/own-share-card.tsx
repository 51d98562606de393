import type { RenderedPage } from '../../src/http/views/pages.ts'
import type {
  CardPartView,
  OwnShareCardView,
  ShareCardOfferView,
} from '../../src/http/views/share-card-view.ts'
import boxes from './boxes.css?inline'
import connect from './connect.css?inline'
import { renderDocument } from './document.tsx'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'
import { type DateReader, fillReportText, formatDay } from './report-format.ts'
import { ShareCard, shareCardStyles } from './share-card.tsx'

/** URL of the copy script; the build inserts it. */
declare const __COPY_SCRIPT__: string | undefined

/** On the results page: the way to the person's card. */
export function ShareCardPanel({ offer, reader }: { offer: ShareCardOfferView; reader: DateReader }) {
  const { words, url, until } = offer
  const text =
    until === undefined ? words.off : fillReportText(words.live, { date: formatDay(reader, until) })
  return (
    <li class="offer own-offer row">
      <div>
        <h3 class="body">{words.name}</h3>
        <p class="second muted">{text}</p>
      </div>
      <a class="button" href={url}>
        {until === undefined ? words.make : words.open}
      </a>
    </li>
  )
}

/** `/take/results/card`: the card that exists, and the choice, preview and button for a new one. */
export function renderOwnShareCard(view: OwnShareCardView): RenderedPage {
  const address = typeof __COPY_SCRIPT__ === 'string' ? __COPY_SCRIPT__ : '/assets/copy.js'
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: `${view.words.title} · ${view.accountName}`,
    styles: pages + connect + boxes + shareCardStyles,
    body: <OwnShareCardPage view={view} />,
    script: { address, state: {} },
  })
}

function OwnShareCardPage({ view }: { view: OwnShareCardView }) {
  const { words, card, preview, isOffered, path, backUrl } = view
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speaker(view)} path={path} />
      <main class="notice own-card">
        <h1 class="page-title">{card && !preview ? words.liveTitle : words.title}</h1>
        {card && !preview ? <LiveCard view={view} card={card} /> : <p class="lede">{words.lede}</p>}
        {isOffered && <Choice view={view} />}
        {preview && <Preview view={view} />}
        <p class="link-ways note">
          <a href={backUrl}>{words.back}</a>
        </p>
      </main>
    </div>
  )
}

/** The address of the card that exists, and the button that removes it. */
function LiveCard({ view, card }: { view: OwnShareCardView; card: NonNullable<OwnShareCardView['card']> }) {
  const { words, removeUrl } = view
  return (
    <>
      <p class="lede">{fillReportText(words.liveText, { date: formatDay(view, card.expiresAt) })}</p>
      <figure class="copied" aria-label={words.address}>
        <pre class="copied-text">
          <code>{card.url}</code>
        </pre>
        <button class="button button-small copy" type="button" hidden data-copied={words.copied}>
          {words.copy}
        </button>
      </figure>
      <div class="own-card-actions">
        <a class="button button-main" href={card.url}>
          {words.view}
        </a>
        <form method="post" action={removeUrl}>
          <button class="button" type="submit" aria-describedby="remove-text">
            {words.remove}
          </button>
        </form>
      </div>
      <p class="note" id="remove-text">
        {words.removeText}
      </p>
    </>
  )
}

/** What the card shows besides tone and headline: nothing until the person ticks it. */
function Choice({ view }: { view: OwnShareCardView }) {
  const { words, card, preview, parts, action } = view
  return (
    <form class="own-card-choice" method="get" action={`${action}#preview`}>
      {card && !preview && <h2 class="section">{words.another}</h2>}
      <fieldset>
        <legend>{words.legend}</legend>
        {parts.map(({ name, isChosen, says }) => (
          <div key={name}>
            <label class="own-card-part">
              <input
                type="checkbox"
                name="show"
                value={name}
                checked={isChosen}
                aria-describedby={name === 'picture' || says.length > 0 ? `${name}-hint` : undefined}
              />
              <span>{partName(view, name)}</span>
            </label>
            {name === 'picture' && (
              <p class="note" id="picture-hint">
                {words.pictureHint}
              </p>
            )}
            {says.length > 0 && (
              <ul class="note" id={`${name}-hint`}>
                {says.map((text) => (
                  <li key={text}>{text}</li>
                ))}
              </ul>
            )}
          </div>
        ))}
      </fieldset>
      <button
        class={preview || card ? 'button' : 'button button-main'}
        type="submit"
        name="preview"
        value="1"
      >
        {words.see}
      </button>
    </form>
  )
}

/** The card as others would see it, and the button that makes it. */
function Preview({ view }: { view: OwnShareCardView }) {
  const { words, preview, parts, action, card, accountName, endsAt } = view
  if (!preview) return null
  return (
    <section class="own-card-preview" aria-labelledby="preview-title" id="preview">
      <h2 class="section" id="preview-title">
        {words.previewTitle}
      </h2>
      <p class="second muted">{words.previewText}</p>
      <ShareCard card={preview} heading="h3" />
      <form class="link-form" method="post" action={action}>
        {parts.map(
          ({ name, isChosen }) => isChosen && <input key={name} type="hidden" name="show" value={name} />,
        )}
        <button class="button button-main button-taking main" type="submit" aria-describedby="who">
          {words.create}
        </button>
        <p class="note" id="who">
          {fillReportText(words.who, { date: formatDay(view, endsAt), account: accountName })}
        </p>
        {card && <p class="note">{words.replaces}</p>}
      </form>
    </section>
  )
}

function partName({ words, firstName }: OwnShareCardView, name: CardPartView): string {
  return fillReportText(words.parts[name], { person: firstName ?? '' })
}
