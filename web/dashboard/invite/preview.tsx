import { useLayoutEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'
import { pluralizePeople } from '../words/pluralize.ts'
import { inviteeName } from './invitee.ts'
import type { ListedPerson } from './merge-duplicates.ts'
import { mostPeople } from './read-list.ts'
import { type ListVerdict, lineWords } from './verdicts.ts'

const rowsAtFirst = 100

type Props = {
  people: readonly ListedPerson[]
  verdicts: readonly ListVerdict[]
  tooMany: number | undefined
  onLine: (line: number) => void
}

/** The outcome for each person. Not a live region: a sentence below it summarizes the result. */
export function Preview({ people, verdicts, tooMany, onLine }: Props) {
  const [isAll, setAll] = useState(false)
  const [onlyWrong, setOnlyWrong] = useState(false)
  const rows = people.map((listed, place) => ({ listed, verdict: verdicts[place], place }))
  const wrong = rows.filter(({ verdict }) => verdict?.kind === 'wrong')
  const filtered = onlyWrong && wrong.length > 0 ? wrong : rows
  const shown = isAll ? filtered : filtered.slice(0, rowsAtFirst)
  const list = useRef<HTMLUListElement>(null)
  const [isCut, setCut] = useState(false)
  useLayoutEffect(() => {
    if (list.current) setCut(list.current.scrollHeight > list.current.clientHeight)
  })
  return (
    <section aria-labelledby="invite-outcome">
      <div className="invite-outcome-head">
        <h2 id="invite-outcome" className="field-label">
          Preview
        </h2>
        {(wrong.length > 0 || onlyWrong) && people.length > 8 && (
          <label className="invite-box">
            <input
              type="checkbox"
              checked={onlyWrong}
              onChange={(event) => setOnlyWrong(event.target.checked)}
            />
            Only the {wrong.length.toLocaleString('en-GB')} to correct
          </label>
        )}
      </div>
      {people.length === 0 && (
        <div className="invite-rows">
          <Nothing tooMany={tooMany} />
        </div>
      )}
      {people.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a part that scrolls must be reached by keys
        <ul ref={list} className="invite-rows" tabIndex={0} aria-labelledby="invite-outcome">
          {shown.map(({ listed, verdict, place }) => (
            <li key={place} className="invite-row">
              <bdi>{inviteeName(listed.person)}</bdi>
              {verdict?.kind === 'wrong' ? (
                <button
                  type="button"
                  className="plain-button invite-wrong"
                  onClick={() => onLine(listed.lines[0] ?? 1)}
                >
                  <Icon name="warning" size={16} />
                  {verdict.words}
                  {!verdict.words.startsWith('Line') && (
                    <span className="out-of-sight">, {lineWords(listed.lines).toLowerCase()}</span>
                  )}
                </button>
              ) : (
                <span className="note">{verdict?.words}</span>
              )}
            </li>
          ))}
        </ul>
      )}
      <p className="note invite-cut">
        {people.length > 0 && isCut && `${pluralizePeople(filtered.length)}, scroll for the rest`}
      </p>
      {shown.length < filtered.length && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          Show all {filtered.length.toLocaleString('en-GB')}
        </button>
      )}
    </section>
  )
}

function Nothing({ tooMany }: { tooMany: number | undefined }) {
  if (tooMany !== undefined) {
    return (
      <p className="field-problem">
        <Icon name="warning" size={16} />
        {tooMany.toLocaleString('en-GB')} lines. Up to {mostPeople.toLocaleString('en-GB')} people go at once:
        take some out for another time.
      </p>
    )
  }
  return (
    <p className="note">
      Check the list here before you send. Tip: invite yourself first to see what people get.
    </p>
  )
}
