import { usePageTitle } from '../app/page-title.ts'

export function PeoplePage() {
  usePageTitle('People')
  return (
    <h1 className="page-title" tabIndex={-1}>
      People
    </h1>
  )
}
