import { usePageTitle } from '../app/page-title.ts'

export function UsagePage() {
  usePageTitle('Usage')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Usage
    </h1>
  )
}
