import { Link } from '@tanstack/react-router'
import type { ConnectionWithKey } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Addresses } from './addresses.tsx'

/** The key, shown this once, with what to enter at the system. */
export function KeyNote({
  title,
  connection,
  onClose,
}: {
  title: string
  connection: ConnectionWithKey
  onClose: () => void
}) {
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="dialog-form">
        <p>Enter this key at the other system. Copy it now: we can’t show it again.</p>
        <p className="connection-text">
          <code>{connection.key}</code>
          <CopyButton text={connection.key} label="Copy key" />
        </p>
        <Addresses connection={connection} />
        <div className="dialog-actions">
          <Link
            to="/settings/connections/$connectionId"
            params={{ connectionId: connection.id }}
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
