import { usePageTitle } from '../app/page-title.ts'

export function TeamsPage() {
  usePageTitle('Teams')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Teams
    </h1>
  )
}
