import type { ComponentChildren } from 'preact'
import type { CompanySettings, CompanyView } from '../../src/http/views/company-view.ts'
import type { Speaker } from './messages.ts'

/** A part of the page of an owner. */
export type CompanyPart = {
  view: CompanyView
  speak: Speaker
  accountId: string
  settings: CompanySettings
}

/** A form of this page, with its proof and the account. */
export function CompanyForm({
  view,
  accountId,
  change,
  hidden = {},
  isWide = false,
  children,
}: {
  view: CompanyView
  accountId: string
  change: string
  hidden?: Readonly<Record<string, string>>
  isWide?: boolean
  children: ComponentChildren
}) {
  return (
    <form
      class={isWide ? 'company-form' : undefined}
      method="post"
      action={`${view.root}/company/${change}`}
      noValidate
    >
      <input type="hidden" name="proof" value={view.csrfToken} />
      <input type="hidden" name="account" value={accountId} />
      {Object.entries(hidden).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {children}
    </form>
  )
}
