import { usePageTitle } from '../app/page-title.ts'

export function InvitePage() {
  usePageTitle('Invite')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Invite
    </h1>
  )
}
