/** What has to be entered elsewhere, under its name. */
export function CompanyFacts({ facts }: { facts: readonly (readonly [name: string, value: string])[] }) {
  return (
    <dl class="company-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt class="second muted">{name}</dt>
          <dd>
            <code dir="ltr">{value}</code>
          </dd>
        </div>
      ))}
    </dl>
  )
}
