import type { ImpactField, ImpactProblem, ImpactRow, ImpactView } from '../../src/http/views/impact-view.ts'
import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'
import { ProblemIcon } from './problem-icon.tsx'

/** Groups with their counts, one row each. Input is kept, and problems are shown at their fields. */
export function ImpactForm({ view, speak }: { view: ImpactView; speak: Speaker }) {
  const { say } = speak
  const { rows, share, problem } = view
  const first = firstProblem(view)
  return (
    <form
      class="impact-form"
      method="post"
      action={`${view.path}#result`}
      noValidate
      aria-labelledby="groups"
    >
      <h2 class="section" id="groups">
        {say('impact.groups')}
      </h2>
      <p class="second">{say('impact.groupsText', { n: view.maxGroups })}</p>
      {problem && <Problem id="few-problem" text={say('impact.problem.few')} />}
      {rows.map((row, at) => (
        <fieldset key={`group-${at + 1}`} class="impact-row">
          <legend class="note">{say('impact.group', { n: at + 1 })}</legend>
          {(['name', 'selected', 'total'] as const).map((field) => (
            <Count
              key={field}
              field={field}
              row={row}
              at={at}
              view={view}
              speak={speak}
              isFirst={first === `${field}-${at + 1}`}
            />
          ))}
        </fieldset>
      ))}
      <div class="impact-share">
        <label for="share">{say('impact.share')}</label>
        {share.problem && <Problem id="share-problem" text={say('impact.problem.share')} />}
        <input
          class="field"
          id="share"
          name="share"
          type="text"
          inputMode="decimal"
          autocomplete="off"
          value={share.value}
          aria-invalid={share.problem ? 'true' : undefined}
          aria-describedby={share.problem ? 'share-problem share-text' : 'share-text'}
          autofocus={first === 'share'}
        />
        <p class="note" id="share-text">
          {say('impact.shareText')}
        </p>
      </div>
      <input type="hidden" name="rows" value={rows.length} />
      {/* Enter presses the first button. */}
      <div class="impact-buttons">
        <button class="button button-main" type="submit">
          {say('impact.calculate')}
        </button>
        {view.canGrow && (
          <button class="button" type="submit" name="more" value="1">
            {say('impact.more')}
          </button>
        )}
      </div>
      <p class="note">{say('impact.kept')}</p>
    </form>
  )
}

type CountProps = {
  field: ImpactField
  row: ImpactRow
  at: number
  view: ImpactView
  speak: Speaker
  isFirst: boolean
}

function Count({ field, row, at, view, speak, isFirst }: CountProps) {
  const { say } = speak
  const id = `${field}-${at + 1}`
  const problem = row.problems[field]
  const isFew = view.problem === 'few' && field === 'selected'
  const described = [problem && `${id}-problem`, isFew && 'few-problem'].filter(Boolean).join(' ')
  return (
    <div class={`impact-field impact-${field}`}>
      <label for={id}>{say(`impact.${field}`)}</label>
      {problem && <Problem id={`${id}-problem`} text={problemText(problem, view, speak)} />}
      <input
        class="field"
        id={id}
        name={id}
        type="text"
        dir={field === 'name' ? 'auto' : undefined}
        inputMode={field === 'name' ? 'text' : 'numeric'}
        autocomplete="off"
        spellcheck={false}
        value={row.values[field]}
        aria-invalid={problem ? 'true' : undefined}
        aria-describedby={described || undefined}
        autofocus={isFirst}
      />
    </div>
  )
}

function Problem({ id, text }: { id: string; text: string }) {
  return (
    <p class="problem" id={id}>
      <ProblemIcon />
      {text}
    </p>
  )
}

function problemText(problem: ImpactProblem, view: ImpactView, { say }: Speaker): string {
  const key = `impact.problem.${problem}` as const satisfies MessageKey
  const most = problem === 'tooLong' ? view.maxCharacters : view.maxPeople
  return say(key, { n: new Intl.NumberFormat(view.languageTag).format(most) })
}

/** The id of the field to focus. */
function firstProblem({ rows, share, problem }: ImpactView): string | undefined {
  if (problem === 'few') {
    const empty = rows.findIndex(({ values }) => values.total === '')
    return empty < 0 ? 'selected-1' : `name-${empty + 1}`
  }
  for (const [at, row] of rows.entries()) {
    const field = (['name', 'selected', 'total'] as const).find((name) => row.problems[name])
    if (field) return `${field}-${at + 1}`
  }
  return share.problem && 'share'
}
