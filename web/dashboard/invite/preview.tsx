import { useLayoutEffect, useRef, useState } from 'react'
import { addressKeys } from '../../../src/lists/address-keys.ts'
import type { ImportOutcome } from '../client/types.ts'
import { count, fill, formFor } from '../language/fill.ts'
import { Sentence } from '../language/sentence.tsx'
import { Icon } from '../ui/icon.tsx'
import { type Invitee, inviteeName } from './invitee.ts'
import { apartKey, type ListedPerson, type NamesAtAddress, namesLeftOut } from './merge-duplicates.ts'
import { mostPeople } from './read-list.ts'
import { type ListVerdict, lineList, lineText } from './verdicts.ts'
import { words } from './words.ts'

const rowsAtFirst = 100

type Props = {
  people: readonly ListedPerson[]
  verdicts: readonly ListVerdict[]
  outcomeOf: (listed: ListedPerson) => ImportOutcome | undefined
  tooMany: number | undefined
  /** Columns that are read, and of which no cell is used. */
  unused: readonly string[]
  onLine: (line: number) => void
  /** `key` is empty if no name is chosen any more. */
  onName: (address: string, key: string) => void
  /** Whether someone is added by a number of their own, and not by the address that they share. */
  onApart: (key: string, isApart: boolean) => void
}

/** The outcome for each person. Not a live region: a sentence below it summarizes the result. */
export function Preview({ people, verdicts, outcomeOf, tooMany, unused, onLine, onName, onApart }: Props) {
  const [isAll, setAll] = useState(false)
  const [onlyWrong, setOnlyWrong] = useState(false)
  const rows = people.map((listed, place) => ({ listed, verdict: verdicts[place], place }))
  const leftOut = people.flatMap(namesLeftOut).length
  const wrong = rows.filter(
    ({ listed, verdict }) => verdict?.kind === 'wrong' || namesLeftOut(listed).length > 0,
  )
  const toCorrect = leftOut + rows.filter(({ verdict }) => verdict?.kind === 'wrong').length
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
          {words.preview.title}
        </h2>
        {(wrong.length > 0 || onlyWrong) && people.length > 8 && (
          <label className="box-label">
            <input
              type="checkbox"
              checked={onlyWrong}
              onChange={(event) => setOnlyWrong(event.target.checked)}
            />
            {count(words.preview.onlyWrong, toCorrect)}
          </label>
        )}
      </div>
      {unused.map((column) => (
        <p key={column} className="note invite-unused">
          {fill(words.preview.unused, { column })}
        </p>
      ))}
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
              <span className="invite-who">
                <bdi>{inviteeName(listed.person)}</bdi>
                <Addresses person={listed.person} />
              </span>
              {verdict?.kind === 'wrong' ? (
                <button
                  type="button"
                  className="plain-button invite-wrong"
                  onClick={() => onLine(listed.lines[0] ?? 1)}
                >
                  <Icon name="warning" size={16} />
                  {outcomeOf(listed)?.status === 'over_cap' ? <NoRoom lines={listed.lines} /> : verdict.words}
                </button>
              ) : (
                <span className="note">{verdict?.words}</span>
              )}
              {listed.names && <NameChoice names={listed.names} onName={onName} />}
              <ByNumber listed={listed} onApart={onApart} />
            </li>
          ))}
        </ul>
      )}
      <p className="note invite-cut">
        {people.length > 0 && isCut && count(words.preview.scroll, filtered.length)}
      </p>
      {shown.length < filtered.length && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          {fill(words.showAll, { n: filtered.length })}
        </button>
      )}
    </section>
  )
}

/** The addresses as they are stored, so that someone sees what became of a messy cell. */
function Addresses({ person }: { person: Invitee }) {
  const addresses = addressKeys(person).filter((address) => address !== inviteeName(person))
  return addresses.map((address) => (
    <span key={address} className="note">
      {' '}
      {address}
    </span>
  ))
}

/** Only one person can be reached at an address, so the lines of the other names are left out. */
function NameChoice({
  names: { address, names, chosen },
  onName,
}: {
  names: NamesAtAddress
  onName: (address: string, key: string) => void
}) {
  return (
    <select
      className="field invite-name"
      aria-label={fill(words.preview.nameAt, { address })}
      value={chosen ?? ''}
      onChange={(event) => onName(address, event.target.value)}
    >
      <option value="">{words.preview.chooseName}</option>
      {names.map(({ key, name, lines }) => (
        <option key={key} value={key}>
          {lineText(words.preview.nameOfLines, lines, { name })}
        </option>
      ))}
    </select>
  )
}

/** Offers to add those whose name isn't chosen by a number of their own, and takes it back. */
function ByNumber({
  listed: { person, names, apart },
  onApart,
}: {
  listed: ListedPerson
  onApart: (key: string, isApart: boolean) => void
}) {
  const others = (names?.names ?? [])
    .filter(({ key, phone }) => phone !== undefined && key !== names?.chosen)
    .slice(0, mostByNumber)
    .map(({ key, name, phone }) => ({
      key: apartKey(names?.address ?? '', key),
      name,
      phone,
      isApart: false,
    }))
  const own = apart && {
    key: apartKey(apart.address, apart.key),
    name: inviteeName(person),
    phone: addressKeys({ phone: person.phone })[0],
    isApart: true,
  }
  return [...others, ...(own ? [own] : [])].map(({ key, name, phone = '', isApart }) => (
    <label key={key} className="box-label invite-by-number">
      <input type="checkbox" checked={isApart} onChange={() => onApart(key, !isApart)} />
      {fill(words.preview.byNumber, { name, phone })}
    </label>
  ))
}

/** Each that is taken makes room for the next. */
const mostByNumber = 8

/** Its words don't name the line, so screen readers get it. */
function NoRoom({ lines }: { lines: readonly number[] }) {
  return (
    <Sentence text={formFor(words.verdicts.noRoomAtLines, lines.length)} slots={{ lines: lineList(lines) }} />
  )
}

function Nothing({ tooMany }: { tooMany: number | undefined }) {
  if (tooMany !== undefined) {
    return (
      <p className="field-problem">
        <Icon name="warning" size={16} />
        {fill(words.preview.tooMany, { n: tooMany, most: mostPeople })}
      </p>
    )
  }
  return <p className="note">{words.preview.empty}</p>
}
