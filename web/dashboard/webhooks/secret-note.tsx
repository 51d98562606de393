import { Link } from '@tanstack/react-router'
import type { WebhookWithSecret } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'

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
        <p>
          Your software checks the signature of each request with this secret. Copy it now: we can’t show it
          again.
        </p>
        <p className="hook-secret">
          <code>{webhook.secret}</code>
          <CopyButton text={webhook.secret} label="Copy secret" />
        </p>
        <p className="note">If you lose it, rotate the secret on the page of this webhook.</p>
        <div className="dialog-actions">
          <Link
            to="/settings/webhooks/$webhookId"
            params={{ webhookId: webhook.id }}
            className="button button-main"
            onClick={onClose}
          >
            Done
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
