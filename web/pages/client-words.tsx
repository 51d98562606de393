import type { ClientSecretRowView } from '../../src/http/views/clients-view.ts'
import type { Speaker } from './messages.ts'
import { formatRelativeTime } from './relative-time.ts'

type View = { readonly languageTag: string; readonly now: string }

/** Facts about a secret: its hint, when it expires, and when it was last used. */
export function SecretWords({
  secret: { createdAt, expiresAt, lastFour, lastUsedAt },
  view,
  speak: { say },
}: {
  secret: ClientSecretRowView
  view: View
  speak: Speaker
}) {
  const name =
    lastFour === null
      ? say('clients.secretOlder', { date: clientMoment(view, createdAt) })
      : say('clients.secretLast', { last: lastFour })
  const end =
    expiresAt === null
      ? say('clients.secretStands')
      : say('clients.secretUntil', { time: clientMoment(view, expiresAt) })
  const used =
    lastUsedAt === null
      ? say('clients.secretUnused')
      : say('clients.secretUsed', {
          ago: formatRelativeTime(view.languageTag, lastUsedAt, view.now) ?? lately(view),
        })
  return (
    <span class="client-secret">
      <bdi>{name}</bdi> · {end} · {used}
    </span>
  )
}

/** Date and time in UTC: the server doesn't know the reader's time zone. */
export function clientMoment({ languageTag }: Pick<View, 'languageTag'>, iso: string): string {
  return new Intl.DateTimeFormat(languageTag === 'en' ? 'en-GB' : languageTag, {
    ...({ day: 'numeric', month: 'long', year: 'numeric', hour: '2-digit', minute: '2-digit' } as const),
    ...({ timeZone: 'UTC', timeZoneName: 'short' } as const),
  }).format(new Date(iso))
}

/** "This minute", localized, for use inside a sentence. */
function lately({ languageTag }: View): string {
  return new Intl.RelativeTimeFormat(languageTag, { numeric: 'auto' }).format(0, 'minute')
}
