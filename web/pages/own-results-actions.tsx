import type { OwnDataView, OwnDebriefView } from '../../src/http/views/own-view.ts'
import type { AccountView } from '../../src/http/views/page-view.ts'
import { type Speaker, speaker } from './messages.ts'

/** Where the one who ordered the assessment leads people on to, with the name of the host as DNS has it. */
export function OwnWayOn({ view }: { view: AccountView & OwnDataView }) {
  const { say } = speaker(view)
  if (view.redirectUrl === undefined) return null
  return (
    <div class="way-on row">
      <p>{say('own.wayOn', { account: view.accountName })}</p>
      <a class="button button-main" href={view.redirectUrl} rel="noreferrer">
        {say('own.wayOnButton', { host: new URL(view.redirectUrl).host })}
      </a>
    </div>
  )
}

/** When the person can retake the assessment, and how to request deletion. */
export function OwnResultsActions({ view }: { view: AccountView & OwnDataView }) {
  const speak = speaker(view)
  const { say } = speak
  const account = view.accountName
  const { erasure } = view
  const askedAt = erasure?.requestedAt
  return (
    <>
      <li class="offer row">
        <div>
          <h3 class="body">{say('own.again')}</h3>
          <p class="second muted">{retakeText(speak, view)}</p>
        </div>
      </li>
      {view.studyUrl !== undefined && (
        <li class="offer row">
          <div>
            <h3 class="body">{say('own.study')}</h3>
            <p class="second muted">{say('own.studyText', { account })}</p>
          </div>
          <a class="button" href={view.studyUrl}>
            {say('own.studyButton')}
          </a>
        </li>
      )}
      {erasure && (
        <li class="offer row">
          <div>
            <h3 class="body">{say('own.erasure')}</h3>
            <p class="second muted">
              {askedAt
                ? say('own.erasureAsked', { account, date: speak.date(askedAt) })
                : say('own.erasureText', { account })}
            </p>
          </div>
          <a class="button" href={erasure.url}>
            {say(askedAt ? 'own.erasureLook' : 'own.erasureButton')}
          </a>
        </li>
      )}
    </>
  )
}

/** The account decides on retakes; if it opened one before, when. */
export function retakeText({ say, date, together }: Speaker, view: AccountView & OwnDataView): string {
  const account = view.accountName
  const { openedAgainAt: at } = view
  return together([
    at === undefined ? '' : say('own.opened', { account, date: date(at) }),
    say('own.againText', { account }),
  ])
}

/** The account's debrief below the person's own results, with its author. */
export function OwnDebriefSection({ debrief, speak }: { debrief: OwnDebriefView; speak: Speaker }) {
  const { say, date } = speak
  const { kind, createdAt } = debrief
  const author = kind === 'llm' ? 'own.debriefModel' : 'own.debriefRules'
  return (
    <section class="part rule part-debrief" aria-labelledby="part-debrief">
      <div class="gutter">
        <h2 class="section" id="part-debrief">
          {say('own.debrief')}
        </h2>
        <p class="note">
          {createdAt === undefined ? say('example.debrief') : say(author, { date: date(createdAt) })}
        </p>
      </div>
      <div class="own-debrief" lang={debrief.languageTag}>
        {debrief.sections.map(({ title, paragraphs, lists }) => (
          <section key={title}>
            <h3>{title}</h3>
            {paragraphs.map((text) => (
              <p key={text}>{text}</p>
            ))}
            {lists.map(({ label, items }) => (
              <div key={items[0]}>
                {label !== undefined && <p class="second muted">{label}</p>}
                <ul>
                  {items.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </div>
            ))}
          </section>
        ))}
      </div>
    </section>
  )
}
