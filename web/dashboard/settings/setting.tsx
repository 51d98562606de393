import type { ReactNode } from 'react'
import { words } from './words.ts'

/** The sections of the page in their order, with their headings. */
export const sectionTitles = {
  logo: words.logo.title,
  language: words.language.title,
  emails: words.emails.title,
  reminders: words.reminders.title,
  color: words.color.title,
  taking: words.taking.title,
  debriefs: words.debriefs.title,
  retention: words.retention.title,
  notices: words.notices.title,
  coaches: words.coaches.title,
  account: words.account.title,
} as const

export type SectionId = keyof typeof sectionTitles

/** A section of the settings. The list at the top of the page leads to its heading. */
export function Setting({ id, children }: { id: SectionId; children: ReactNode }) {
  return (
    <section className="setting" id={id}>
      <h2 className="section" tabIndex={-1}>
        {sectionTitles[id]}
      </h2>
      {children}
    </section>
  )
}
