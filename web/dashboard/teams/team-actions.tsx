import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import type { Team } from '../client/types.ts'
import { ChooseFew } from './choose-few.tsx'
import { PrintDialog } from './print-dialog.tsx'
import type { TeamFilter } from './queries.ts'

/** Actions for a team. Up to four people can be compared; in larger teams, two to four are chosen first. */
export function TeamActions({ team, chosen }: { team: Team | undefined; chosen: TeamFilter }) {
  const [open, setOpen] = useState<'compare' | 'print'>()
  const { mayShare } = useRights()
  const people = team?.people ?? []
  const close = () => setOpen(undefined)
  return (
    <div className="page-actions">
      {people.length >= 2 && people.length <= 4 ? (
        <Link className="button" to="/compare" search={{ profileIds: people.map(({ id }) => id) }}>
          Compare two to four
        </Link>
      ) : (
        <button
          type="button"
          className="button"
          disabled={people.length < 2}
          onClick={() => setOpen('compare')}
        >
          Compare two to four
        </button>
      )}
      <Link className="button" to="/teams/agenda" search={chosen}>
        Agenda
      </Link>
      {mayShare && (
        <button
          type="button"
          className="button"
          disabled={people.length < 2}
          onClick={() => setOpen('print')}
        >
          Print
        </button>
      )}
      {open === 'compare' && <ChooseFew people={people} onClose={close} />}
      {open === 'print' && (
        <PrintDialog chosen={chosen} people={people.map(({ id }) => id)} onClose={close} />
      )}
    </div>
  )
}
