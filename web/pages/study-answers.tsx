import type { StudyPageView, StudyView } from '../../src/http/views/study-view.ts'
import type { Speaker } from './messages.ts'
import { ProblemIcon } from './problem-icon.tsx'

/** One page of the second occasion: a plain form, which needs no script and saves when it is sent. */
export function StudyAnswers({
  view,
  page: { at, of, content },
  speak,
}: {
  view: StudyView
  page: StudyPageView
  speak: Speaker
}) {
  const { say } = speak
  return (
    <>
      <h1 class="page-title">{content.kind === 'disc' ? say('taking.discHeading') : content.prompt}</h1>
      <p class="note">{say('study.pageOf', { n: at + 1, total: of })}</p>
      {view.isIncomplete && (
        <p class="problem" role="alert">
          <ProblemIcon />
          {say('study.missing')}
        </p>
      )}
      <form class="study-page" method="post" action={view.path}>
        <input type="hidden" name="page" value={at} />
        {content.kind === 'focus' &&
          content.items.map(({ n, text }) => (
            <fieldset key={n}>
              <legend>{text}</legend>
              <div class="study-options">
                {content.labels.map((label, index) => (
                  <label key={label}>
                    <input type="radio" name={`s${n}`} value={index + 1} required />
                    {label}
                  </label>
                ))}
              </div>
            </fieldset>
          ))}
        {content.kind === 'disc' &&
          content.blocks.map(({ n, statements }) => (
            <fieldset key={n}>
              <legend>{say('taking.discPrompt')}</legend>
              <Pair
                n={n}
                columns={[
                  ['m', say('taking.discMost')],
                  ['l', say('taking.discLeast')],
                ]}
                rows={statements.map(({ letter, text }) => ({ value: letter, text }))}
              />
            </fieldset>
          ))}
        {content.kind === 'core' &&
          content.screens.map(({ n, values }) => (
            <fieldset key={n}>
              <legend>{say('taking.corePrompt')}</legend>
              <Pair
                n={n}
                columns={[
                  ['b', say('taking.coreMost')],
                  ['w', say('taking.coreLeast')],
                ]}
                rows={values.map(({ key, text }) => ({ value: key, text }))}
              />
            </fieldset>
          ))}
        <button class="button button-main button-taking main" type="submit" name="do" value="answers">
          {say('taking.next')}
        </button>
      </form>
    </>
  )
}

/** One row is chosen in each of two columns. */
function Pair({
  n,
  columns,
  rows,
}: {
  n: number
  columns: readonly (readonly [name: string, label: string])[]
  rows: readonly { readonly value: string; readonly text: string }[]
}) {
  return (
    <table class="study-pair">
      <thead>
        <tr>
          <td />
          {columns.map(([name, label]) => (
            <th key={name} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ value, text }) => (
          <tr key={value}>
            <th scope="row">{text}</th>
            {columns.map(([name, label]) => (
              <td key={name}>
                <label>
                  <input
                    type="radio"
                    name={`${name}${n}`}
                    value={value}
                    required
                    aria-label={`${label}: ${text}`}
                  />
                </label>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
