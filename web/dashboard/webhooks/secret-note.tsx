import { Link } from '@tanstack/react-router'
import type { WebhookWithSecret } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { words } from './words.ts'

/** The signing secret, shown this once. */
export function SecretNote({
  title,
  webhook,
  onClose,
}: {
  title: string
  webhook: WebhookWithSecret
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-form">
        <p>{words.newSecret.text}</p>
        <p className="hook-secret">
          <code>{webhook.secret}</code>
          <CopyButton text={webhook.secret} label={words.newSecret.copy} />
        </p>
        <p className="note">{words.newSecret.lost}</p>
        <div className="dialog-actions">
          <Link
            to="/settings/webhooks/$webhookId"
            params={{ webhookId: webhook.id }}
            className="button button-main"
            onClick={onClose}
          >
            {words.newSecret.done}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
