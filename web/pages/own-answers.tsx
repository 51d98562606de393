import type { ComponentChildren } from 'preact'
import type { ChosenView, OwnAnswersView } from '../../src/http/views/own-answers-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { renderDocument } from './document.tsx'
import { type Speaker, speaker } from './messages.ts'
import answers from './own-answers.css?inline'
import { PageHead } from './page-head.tsx'
import pages from './pages.css?inline'

/** `/take/results/answers`: what the person has answered, to read. */
export function renderOwnAnswers(view: OwnAnswersView): RenderedPage {
  return renderDocument({
    languageTag: view.languageTag,
    brand: view.appearance?.brand,
    title: `${speaker(view).say('own.answers')} · ${view.accountName}`,
    styles: pages + answers,
    body: <OwnAnswersPage view={view} />,
  })
}

function OwnAnswersPage({ view }: { view: OwnAnswersView }) {
  const speak = speaker(view)
  const { say } = speak
  const { focus, disc, core, backUrl } = view
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speak} path="/take/results/answers" />
      <main class="notice">
        <h1 class="page-title">{say('own.answers')}</h1>
        <p class="lede">{say('answers.lede')}</p>
        {disc && (
          <Part name="DISC" prompt={say('taking.discHeading')}>
            <Choices chosen={disc} most={say('taking.discMost')} least={say('taking.discLeast')} />
          </Part>
        )}
        {focus && (
          <Part name="Focus" prompt={focus.prompt}>
            <ol class="answers rule">
              {focus.answers.map(({ statement, answer }) => (
                <li key={statement} class="answer row">
                  <span class="answer-text">{statement}</span>
                  <span class="answer-choice">{answer}</span>
                </li>
              ))}
            </ol>
          </Part>
        )}
        {core && (
          <Part name="Core" prompt={say('taking.coreHeading')}>
            <Choices chosen={core} most={say('taking.coreMost')} least={say('taking.coreLeast')} />
          </Part>
        )}
        <p class="link-ways note">
          <a href={backUrl}>{say('answers.back')}</a>
        </p>
      </main>
    </div>
  )
}

function Part({ name, prompt, children }: { name: string; prompt: string; children: ComponentChildren }) {
  return (
    <section class="answers-part" aria-labelledby={`answers-${name}`}>
      <h2 class="section" id={`answers-${name}`}>
        {name}
      </h2>
      <p class="second muted">{prompt}</p>
      {children}
    </section>
  )
}

/** Each screen as it was shown: four options, two of them chosen. */
function Choices({
  chosen,
  most,
  least,
}: {
  chosen: readonly ChosenView[]
  most: ReturnType<Speaker['say']>
  least: ReturnType<Speaker['say']>
}) {
  return (
    <ol class="answers rule">
      {chosen.map(({ options, ...picked }, index) => (
        // The same four options may be on several screens.
        <li key={index} class="answer-screen row">
          <ul>
            {options.map((option) => (
              <li
                key={option}
                class={option === picked.most || option === picked.least ? 'answer' : 'answer muted'}
              >
                <span class="answer-text">{option}</span>
                {option === picked.most && <span class="answer-choice">{most}</span>}
                {option === picked.least && <span class="answer-choice">{least}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ol>
  )
}
