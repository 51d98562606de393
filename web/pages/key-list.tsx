import type { MessageKey } from './messages.ts'
import type { Handlers, Screen } from './screen.tsx'

const keys = ['rate', 'pair', 'enter', 'backspace', 'help'] as const

/** The list of keys, opened by `?`, with the switch that WCAG 2.1.4 asks for. */
export function KeyList({ screen: { speak, keysOn }, on }: { screen: Screen; on: Handlers }) {
  return (
    <dialog id="keys" class="key-list" aria-labelledby="keys-heading">
      <h2 class="section" id="keys-heading">
        {speak.say('keys.heading')}
      </h2>
      <dl>
        {keys.map((key) => (
          <div key={key}>
            <dt>
              <kbd>{speak.say(`keys.${key}`)}</kbd>
            </dt>
            <dd>{speak.say(`keys.${key}Text` as MessageKey)}</dd>
          </div>
        ))}
      </dl>
      <label class="switch">
        <input
          type="checkbox"
          checked={keysOn}
          onChange={({ currentTarget }) => on.useKeys(currentTarget.checked)}
        />
        {speak.say('keys.use')}
      </label>
      <button class="button" type="button" onClick={() => on.showKeys(false)}>
        {speak.say('keys.close')}
      </button>
    </dialog>
  )
}
