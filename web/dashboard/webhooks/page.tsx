import './webhooks.css'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRights } from '../client/rights.ts'
import { settings } from '../client/settings.ts'
import { webhooksQuery } from '../client/webhooks.ts'
import { joinSentences } from '../language/formats.ts'
import { Sentence } from '../language/sentence.tsx'
import { ApiCall } from '../ui/api-call.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { usePageTitle } from '../ui/page-title.ts'
import { SettingsLink } from '../ui/settings-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Recipes } from './recipes.tsx'
import { WebhookDialog } from './webhook-dialog.tsx'
import { WebhookRow } from './webhook-row.tsx'
import { words } from './words.ts'

/** The account's endpoints, each with its last day. */
export function WebhooksPage() {
  usePageTitle(words.title)
  const { maySet } = useRights()
  // The address with which the dialog opens.
  const [newUrl, setNewUrl] = useState<string>()
  const { data, error, refetch } = useQuery(webhooksQuery)
  const webhooks = data?.webhooks
  const demo = settings.hooks
  return (
    <>
      <SettingsLink />
      <header className="page-head">
        <h1 className="page-title" tabIndex={-1}>
          {words.title}
        </h1>
        {maySet && (
          <button type="button" className="button button-main" onClick={() => setNewUrl('')}>
            {words.add}
          </button>
        )}
      </header>
      <p className="page-lede">
        <Sentence
          text={joinSentences(maySet ? [words.lede] : [words.lede, words.onlyOwners])}
          marks={{ link: (inner) => <Link to="/events">{inner}</Link> }}
        />
      </p>
      {error && !data && <FailureNote error={error} retry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={240} />}
      {webhooks && webhooks.length > 0 && (
        <ul className="rule">
          {webhooks.map((webhook) => (
            <WebhookRow key={webhook.id} webhook={webhook} />
          ))}
        </ul>
      )}
      {webhooks?.length === 0 && <Recipes {...(maySet ? { onTry: setNewUrl } : {})} />}
      {data && data.sourceAddresses.length > 0 && (
        <p className="note hook-sources">
          <Sentence text={words.sources} slots={{ addresses: data.sourceAddresses.join(', ') }} />
        </p>
      )}
      {webhooks && webhooks.length > 0 && demo && (
        <p className="note hook-sources">
          <Sentence text={words.demoReceiver} marks={{ link: (inner) => <a href={demo.page}>{inner}</a> }} />
        </p>
      )}
      {newUrl !== undefined && <WebhookDialog url={newUrl} onClose={() => setNewUrl(undefined)} />}
      {(data || error) && <ApiCall route="GET /webhooks" request={{}} />}
    </>
  )
}
