import { Link } from '@tanstack/react-router'
import type { ConnectionWithKey } from '../client/types.ts'
import { Sentence } from '../language/sentence.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Addresses } from './addresses.tsx'
import { words } from './words.ts'

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
        <p>{words.key.text}</p>
        <p className="connection-text">
          <code>{connection.key}</code>
          <CopyButton text={connection.key} label={words.key.copy} />
        </p>
        <p>{words.key.next[connection.provider]}</p>
        <Addresses connection={connection} />
        <p>
          <Sentence
            text={words.key.guide}
            marks={{
              link: (inner) => (
                <a href="/docs/orders" target="_blank" rel="noreferrer">
                  {inner}
                </a>
              ),
            }}
          />
        </p>
        <div className="dialog-actions">
          <Link
            to="/settings/connections/$connectionId"
            params={{ connectionId: connection.id }}
            className="button button-main"
            onClick={onClose}
          >
            {words.key.done}
          </Link>
        </div>
      </div>
    </Dialog>
  )
}
