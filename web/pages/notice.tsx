import type { PageView } from '../../src/http/views/page-view.ts'
import { speaker } from './messages.ts'
import { PageHead } from './page-head.tsx'

/** A page with one message, at most one action, one secondary link, and one note. */
export function NoticePage({
  view,
  path,
  heading,
  texts,
  action,
  onward,
  note,
}: {
  view: PageView & { accountName?: string | undefined }
  path: string
  heading: string
  texts: readonly string[]
  action?: { readonly href: string; readonly label: string } | undefined
  onward?: { readonly href: string; readonly label: string } | undefined
  note?: string | undefined
}) {
  return (
    <div class="notice-page">
      <PageHead view={view} speak={speaker(view)} path={path} />
      <main class="notice">
        <h1 class="page-title">{heading}</h1>
        {texts.map((text) => (
          <p key={text} class="lede">
            {text}
          </p>
        ))}
        {action && (
          <a class="button button-main button-taking main" href={action.href}>
            {action.label}
          </a>
        )}
        {onward && (
          <p class="onward">
            <a href={onward.href}>{onward.label}</a>
          </p>
        )}
        {note !== undefined && <p class="note">{note}</p>}
      </main>
    </div>
  )
}
