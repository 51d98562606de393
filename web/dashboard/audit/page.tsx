import { usePageTitle } from '../app/page-title.ts'

export function AuditPage() {
  usePageTitle('Audit')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Audit
    </h1>
  )
}
