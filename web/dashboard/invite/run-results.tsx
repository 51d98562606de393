import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { hasScope } from '../client/access.ts'
import type { Invite } from '../client/types.ts'
import { fill } from '../language/fill.ts'
import { Icon } from '../ui/icon.tsx'
import { inviteWords } from '../words/invite-words.ts'
import { inviteeName } from './invitee.ts'
import { deliveryQuery } from './queries.ts'
import { resultWords } from './result-words.ts'
import type { Recipient, Run } from './run.ts'
import { words } from './words.ts'

const rowsAtFirst = 100

/** The result of each person. When the run is over, failed ones come first, and delivery is polled. */
export function RunResults({ run, isFinished }: { run: Run; isFinished: boolean }) {
  const [isAll, setAll] = useState(false)
  const rank = ({ state }: Recipient) => (isFinished && state === 'refused' ? 0 : 1)
  const rows = run.people
    .map((recipient, place) => ({ recipient, place }))
    .sort((one, other) => rank(one.recipient) - rank(other.recipient))
  const shown = isAll ? rows : rows.slice(0, rowsAtFirst)
  const sent = shown.flatMap(({ recipient: { state, profileId } }) =>
    state === 'sent' && profileId !== null ? profileId : [],
  )
  const delivery = useQuery({
    ...deliveryQuery(isFinished && hasScope('profiles:read') ? sent.slice(0, rowsAtFirst) : []),
    enabled: isFinished && sent.length > 0 && hasScope('profiles:read'),
  }).data
  return (
    <>
      <ul className="invite-results" aria-label={words.results.label}>
        {shown.map(({ recipient, place }) => (
          <Row
            key={place}
            recipient={recipient}
            state={delivery?.get(recipient.profileId ?? '')?.invite?.state}
          />
        ))}
      </ul>
      {shown.length < rows.length && (
        <button type="button" className="button button-small" onClick={() => setAll(true)}>
          {fill(words.showAll, { n: rows.length })}
        </button>
      )}
    </>
  )
}

function Row({ recipient, state }: { recipient: Recipient; state: Invite['state'] | undefined }) {
  const { profileId, person } = recipient
  const isRefused = recipient.state === 'refused'
  const isLost = recipient.state === 'sent' && state === 'failed'
  const outcome =
    recipient.state === 'sent' && (state === 'failed' || state === 'opened')
      ? inviteWords[state].name
      : resultWords(recipient)
  return (
    <li className="invite-row">
      {profileId === null ? (
        <bdi>{inviteeName(person)}</bdi>
      ) : (
        <Link to="/people/$profileId" params={{ profileId }}>
          <bdi>{inviteeName(person)}</bdi>
        </Link>
      )}
      {isRefused || isLost ? (
        <span className="field-problem">
          <Icon name="warning" size={16} />
          {outcome}
        </span>
      ) : (
        <span className="note">{outcome}</span>
      )}
    </li>
  )
}
