import { usePageTitle } from '../app/page-title.ts'

export function PersonPage() {
  usePageTitle('Person')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Person
    </h1>
  )
}
