import type { WebhookHealth } from '../client/types.ts'
import { Icon } from '../ui/icon.tsx'
import { words } from './words.ts'

/** How an endpoint does, in one word; trouble also has an icon. */
export function StateWord({ state }: { state: WebhookHealth['state'] }) {
  return (
    <span className="hook-state" data-state={state}>
      {state === 'healthy' ? <Icon name="check" size={16} /> : <Icon name="warning" size={16} />}
      {words.states[state]}
    </span>
  )
}
