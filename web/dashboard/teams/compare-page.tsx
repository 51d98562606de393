import { usePageTitle } from '../app/page-title.ts'

export function ComparePage() {
  usePageTitle('Compare')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Compare
    </h1>
  )
}
