import type { Sender } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'

type RecordOf = Sender['records'][number]

/** One DNS record: what it's for, what to publish, and what was found. */
export function SenderRecord({ record }: { record: RecordOf }) {
  const { record: kind, required, name, value, state, found } = record
  const { title, text } = words[kind]
  return (
    <li className="row sender-record">
      <h3 className="statement">
        {title}{' '}
        <span className="note">
          {required ? 'required' : value === null ? 'of this service' : 'recommended'}
        </span>
      </h3>
      <p className="sender-state" data-state={state === 'found' ? 'active' : required ? 'lost' : 'pending'}>
        {state !== 'unchecked' && <Icon name={state === 'found' ? 'check' : 'warning'} size={16} />}
        <span>{stateWords[state]}</span>
      </p>
      <p className="second">{text}</p>
      {(value !== null || state !== 'found') && (
        <dl className="setting-facts">
          <div>
            <dt>Name</dt>
            <dd>
              <code>{name}</code> {value !== null && <CopyButton text={name} label="Copy name" />}
            </dd>
          </div>
          {value !== null && (
            <div>
              <dt>Value</dt>
              <dd>
                <code>{value}</code> <CopyButton text={value} label="Copy value" />
              </dd>
            </div>
          )}
        </dl>
      )}
      {found.length > 0 && state !== 'unchecked' && (
        <details className="sender-found">
          <summary>What was found</summary>
          <ul>
            {found.map((text, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the same text can be there twice, and the list is replaced as a whole.
              <li key={at}>
                <code>{text}</code>
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  )
}

const stateWords: Record<RecordOf['state'], string> = {
  unchecked: 'Not checked yet',
  found: 'Found',
  missing: 'Not found',
  different: 'Found something else',
  unanswered: 'No name server answered. Try again soon.',
}

const words: Record<RecordOf['record'], { title: string; text: string }> = {
  ownership: {
    title: 'Ownership',
    text: 'Proves that the domain is yours. If it’s gone for a week, another account can use the domain.',
  },
  dkim: {
    title: 'Signature (DKIM)',
    text: 'The public key that verifies each email. Nothing else may be at this name. Some providers want it in parts of 255 characters.',
  },
  spf: {
    title: 'Servers (SPF)',
    text: 'Says which servers may send for the return path. That is an address of this service, so you have nothing to add. If it’s missing, tell the operator.',
  },
  dmarc: {
    title: 'Policy (DMARC)',
    text: 'Says what receivers do with emails in your name that aren’t signed by you. Large providers expect one. If you have a policy already, keep it: the signature fits any.',
  },
}
