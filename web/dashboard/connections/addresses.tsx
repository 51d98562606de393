import type { Connection } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { words } from './words.ts'

const purposes: Readonly<Record<string, string>> = words.addressPurposes

/** Greenhouse wants an address for each call; the others one with which all begin. */
export function Addresses({ connection: { provider, addresses } }: { connection: Connection }) {
  const shown = addresses.filter(({ name }) => (name === 'base') === (provider !== 'greenhouse'))
  return (
    <dl className="connection-addresses">
      {shown.map(({ name, url }) => (
        <div key={name}>
          <dt>
            {name === 'base' ? (
              words.address
            ) : (
              <>
                {purposes[name]} <code>{name}</code>
              </>
            )}
          </dt>
          <dd>
            <code>{url}</code> <CopyButton text={url} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
