import { usePageTitle } from '../app/page-title.ts'

export function SettingsPage() {
  usePageTitle('Settings')
  return (
    <h1 className="page-title" tabIndex={-1}>
      Settings
    </h1>
  )
}
