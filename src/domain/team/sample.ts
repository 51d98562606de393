import { honestSheet, simulatedBasis } from '../../../scripts/simulation/debrief-basis.ts'
import type { TeamMemberRow, TeamResultRow } from './store.ts'

/** People with simulated honest answers, for tests. Deterministic for the same seeds. */
export function simulatedTeam(
  count: number,
  firstSeed: number,
  only: readonly string[] = ['disc', 'focus', 'core'],
): { members: TeamMemberRow[]; results: TeamResultRow[]; profileCount: number } {
  const members = Array.from({ length: count }, (_, at) => ({
    id: (firstSeed * 1000 + at).toString(16).padStart(24, '0'),
    ...(names[at % names.length] ?? { firstName: null, lastName: null }),
    email: null,
    quality: null,
  }))
  const results = members.flatMap(({ id }, at) =>
    simulatedBasis(honestSheet(firstSeed + at), id)
      .parts.filter(({ assessment }) => only.includes(assessment))
      .map(({ assessment, result }) => ({ profileId: id, assessment, result })),
  )
  return { members, results, profileCount: count }
}

const names = [
  { firstName: 'Noor', lastName: 'Okafor' },
  { firstName: '美咲', lastName: '佐藤' },
  { firstName: 'Łukasz', lastName: 'Wójcik' },
  { firstName: 'María José', lastName: 'Fernández' },
  { firstName: '서연', lastName: '김' },
  { firstName: 'João', lastName: 'Pereira' },
  { firstName: '思远', lastName: '陈' },
  { firstName: 'Femke', lastName: 'de Vries' },
  { firstName: null, lastName: null },
]
