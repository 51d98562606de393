import type { MessageKey } from '../../src/http/views/page-view.ts'
import type { Speaker } from './messages.ts'

const keys = ['rate', 'pair', 'enter', 'backspace', 'help'] as const

/**
 * The list of shortcuts, opened by `?`, with the switch that WCAG 2.1.4 requires. The server renders it; the script
 * opens it and reads the switch.
 */
export function KeyList({ speak }: { speak: Speaker }) {
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
        <input type="checkbox" checked />
        {speak.say('keys.use')}
      </label>
      <form method="dialog">
        <button class="button" type="submit">
          {speak.say('keys.close')}
        </button>
      </form>
    </dialog>
  )
}
