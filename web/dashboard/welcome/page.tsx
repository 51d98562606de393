import { usePageTitle } from '../app/page-title.ts'

export function WelcomePage() {
  usePageTitle('Welcome')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Welcome
    </h1>
  )
}
