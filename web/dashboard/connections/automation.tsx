import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { operatorName } from '../client/account-block.ts'
import { settings } from '../client/settings.ts'
import { Sentence } from '../language/sentence.tsx'
import { words } from './words.ts'

const { automation } = words

/** Tools that need no connection of their own, and how each is set up. */
export function Automation({ accountId }: { accountId: string | undefined }) {
  return (
    <section className="connection-automation" aria-labelledby="automation">
      <h2 className="section" id="automation">
        {automation.title}
      </h2>
      <p>{automation.text}</p>
      <Tool
        name={toolNames.zapier}
        steps={settings.zapierAppUrl ? automation.zapier : [automation.zapierAsk, ...automation.zapier]}
        invitation={settings.zapierAppUrl}
        accountId={accountId}
      />
      <Tool name={toolNames.n8n} steps={automation.n8n} accountId={accountId} />
      <p>
        <Sentence
          text={automation.others}
          marks={{
            hooks: (inner) => <Link to="/settings/webhooks">{inner}</Link>,
            guide: (inner) => <a href="/docs/events">{inner}</a>,
          }}
        />
      </p>
    </section>
  )
}

/** Whom to ask: the contact of the operator as a link, if the installation has one. */
function Operator() {
  const { operatorContact: contact } = settings
  if (contact === undefined) return operatorName()
  return (
    <a href={contact.includes('@') && !contact.includes('://') ? `mailto:${contact}` : contact}>{contact}</a>
  )
}

const toolNames = { zapier: 'Zapier', n8n: 'n8n' } as const

function Tool({
  name,
  steps,
  invitation,
  accountId,
}: {
  name: string
  steps: readonly string[]
  /** What is opened first, if the operator has named it. */
  invitation?: string | undefined
  accountId: string | undefined
}) {
  const marks: Record<string, (inner: ReactNode) => ReactNode> = {
    guide: (inner) => <a href="/docs/events#zapier-n8n-make">{inner}</a>,
    apps: (inner) => <a href={`${settings.authUrl}/apps`}>{inner}</a>,
    keys: (inner) => (
      <a href={`${settings.authUrl}/clients${accountId ? `?account=${accountId}` : ''}`}>{inner}</a>
    ),
  }
  return (
    <section>
      <h3 className="statement">{name}</h3>
      <ol>
        {invitation && (
          <li>
            <a className="button" href={invitation} target="_blank" rel="noopener noreferrer">
              {automation.zapierOpen}
            </a>
          </li>
        )}
        {steps.map((step) => (
          <li key={step}>
            <Sentence text={step} slots={{ address: location.origin, who: <Operator /> }} marks={marks} />
          </li>
        ))}
      </ol>
    </section>
  )
}
