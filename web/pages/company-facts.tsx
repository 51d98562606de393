import { CopyButton } from './copyable-text.tsx'
import type { Speaker } from './messages.ts'

/** What has to be entered elsewhere, under its name, each with a button that copies it. */
export function CompanyFacts({
  facts,
  speak,
}: {
  facts: readonly (readonly [name: string, value: string])[]
  speak: Speaker
}) {
  return (
    <dl class="company-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt class="second muted">{name}</dt>
          <dd>
            <code dir="ltr">{value}</code>
            <CopyButton speak={speak} label={name} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
