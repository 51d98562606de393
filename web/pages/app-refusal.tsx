import type { AppRefusalView } from '../../src/http/views/app-view.ts'
import { ConsentFrame } from './consent-frame.tsx'
import { speaker } from './messages.ts'

export function appRefusalTitle(view: AppRefusalView): string {
  return `${speaker(view).say(`refused.${view.kind}`)} · Timbre`
}

/**
 * Replaces consent if an app's request can't be shown: shows the person what happened and what to do, and the
 * developer the protocol error. No links, since no party can be trusted.
 */
export function AppRefusalPage({ view }: { view: AppRefusalView }) {
  const { say } = speaker(view)
  return (
    <ConsentFrame name="refused" view={view} title={say(`refused.${view.kind}`)}>
      <p>{say(`refused.${view.kind}Text`)}</p>
      {view.kind !== 'over' && <p>{say('refused.nothing')}</p>}
      <dl class="document">
        <div class="clause">
          <dt class="clause-label">{say('refused.makers')}</dt>
          <dd class="clause-text address address-beside" dir="ltr" lang="en">
            {view.error}: {view.description}
          </dd>
        </div>
        <div class="clause">
          <dt class="clause-label">{say('refused.reference')}</dt>
          <dd class="clause-text address address-beside" dir="ltr">
            {view.reference}
          </dd>
        </div>
      </dl>
    </ConsentFrame>
  )
}
