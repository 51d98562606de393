import guide from '../../docs/events.md?raw'
import type { EventsGuideView, EventTypeView } from '../../src/http/views/events-guide-view.ts'
import type { RenderedPage } from '../../src/http/views/pages.ts'
import { asServed, renderGuide } from './guide-page.tsx'

/** `/docs/events`: `docs/events.md` with the addresses of this installation, and every type. In English, like it. */
export function renderEventsGuide(view: EventsGuideView): RenderedPage {
  return renderGuide(eventsGuideInMarkdown(view), '/docs/events')
}

/** The same as Markdown. */
export function eventsGuideInMarkdown({ publicUrl, types }: EventsGuideView): string {
  const text = asServed(guide, publicUrl)
  return `${text}\n\n## Types\n\n${typesText}\n\n${listOf(types)}\n`
}

const typesText =
  'Fields are those of `data`. The scope is that of the request which usually comes next; without it, a program has the ' +
  'ids. `webhook.ping` is sent to test an address, and is not in the feed.'

/** A list and not a table: the names are too long for columns on a phone. */
function listOf(types: readonly EventTypeView[]): string {
  const code = (text: string) => `\`${text}\``
  return types
    .map(({ name, when, fields, scope }) => {
      const facts = [
        fields.length > 0 ? `Fields: ${fields.map(code).join(', ')}.` : '',
        scope ? `Scope: ${code(scope)}.` : '',
      ]
      return `- ${code(name)}: ${[when, ...facts].filter(Boolean).join(' ')}`
    })
    .join('\n')
}
