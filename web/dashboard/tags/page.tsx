import { usePageTitle } from '../app/page-title.ts'

export function TagsPage() {
  usePageTitle('Tags')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Tags
    </h1>
  )
}
