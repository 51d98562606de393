import type { Sender } from '../client/types.ts'
import { CopyButton } from '../ui/copy-button.tsx'
import { Icon } from '../ui/icon.tsx'
import { words as ofSettings } from './words.ts'

const words = ofSettings.sender

type RecordOf = Sender['records'][number]

/** One DNS record: what it's for, what to publish, and what was found. */
export function SenderRecord({ record }: { record: RecordOf }) {
  const { record: kind, required, name, value, state, found } = record
  const { title, text } = words.kinds[kind]
  return (
    <li className="row sender-record">
      <h3 className="statement">
        {title}{' '}
        <span className="note">
          {words.record[required ? 'required' : value === null ? 'ofService' : 'recommended']}
        </span>
      </h3>
      <p className="sender-state" data-state={state === 'found' ? 'active' : required ? 'lost' : 'pending'}>
        {state !== 'unchecked' && <Icon name={state === 'found' ? 'check' : 'warning'} size={16} />}
        <span>{words.record.states[state]}</span>
      </p>
      <p className="second">{text}</p>
      {(value !== null || state !== 'found') && (
        <dl className="setting-facts">
          <div>
            <dt>{words.record.name}</dt>
            <dd>
              <code>{name}</code> {value !== null && <CopyButton text={name} label={words.record.copyName} />}
            </dd>
          </div>
          {value !== null && (
            <div>
              <dt>{words.record.value}</dt>
              <dd>
                <code>{value}</code> <CopyButton text={value} label={words.record.copyValue} />
              </dd>
            </div>
          )}
        </dl>
      )}
      {found.length > 0 && state !== 'unchecked' && (
        <details className="sender-found">
          <summary>{words.record.whatWasFound}</summary>
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
