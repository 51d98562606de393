import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Team } from '../client/types.ts'
import { ChooseFew } from './choose-few.tsx'
import { PrintDialog } from './print-dialog.tsx'
import type { TeamFilter } from './queries.ts'
import { words } from './words.ts'

/** Actions for a team. Up to four people can be compared; in larger teams, two to four are chosen first. */
export function TeamActions({ team, chosen }: { team: Team | undefined; chosen: TeamFilter }) {
  const [open, setOpen] = useState<'compare' | 'print'>()
  const { mayShare } = useRights()
  const people = team?.people ?? []
  const close = () => setOpen(undefined)
  // A comparison and a meeting are for fewer people. A link would show the page to anyone who has it.
  if (team?.density)
    return (
      // With a key of its own, so that it takes the place of the others without moving.
      <div key="many" className="page-actions">
        <button type="button" className="button" onClick={() => window.print()}>
          {words.actions.print}
        </button>
      </div>
    )
  return (
    <div className="page-actions">
      {people.length >= 2 && people.length <= 4 ? (
        <Link className="button" to="/compare" search={{ profileIds: people.map(({ id }) => id) }}>
          {words.actions.compare}
        </Link>
      ) : (
        <button
          type="button"
          className="button"
          disabled={people.length < 2}
          onClick={() => setOpen('compare')}
        >
          {words.actions.compare}
        </button>
      )}
      <Link className="button" to="/teams/agenda" search={chosen}>
        {words.actions.agenda}
      </Link>
      {mayShare && (
        <button
          type="button"
          className="button"
          disabled={people.length < 2}
          onClick={() => setOpen('print')}
        >
          {words.actions.print}
        </button>
      )}
      {open === 'compare' && <ChooseFew people={people} onClose={close} />}
      {open === 'print' && (
        <PrintDialog chosen={chosen} people={people.map(({ id }) => id)} onClose={close} />
      )}
    </div>
  )
}
