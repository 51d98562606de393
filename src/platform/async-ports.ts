import { setTimeout } from 'node:timers/promises'
import type { AsyncPorts } from '../contract/ports.ts'
import { createEventSignals, type ReadEventHeads } from './event-signals.ts'
import { drawPicture, encodePicture } from './picture.ts'

/** What operations may use outside of transactions. `stop` ends waits and requests to the model. */
export function createAsyncPorts({
  askModel,
  callWebhook,
  lookUpTxt,
  namesOtherIssuer,
  spendExport,
  readEventHeads,
}: Pick<AsyncPorts, 'askModel' | 'callWebhook' | 'lookUpTxt' | 'namesOtherIssuer' | 'spendExport'> & {
  readEventHeads: ReadEventHeads
}): {
  ports: AsyncPorts
  /** Wakes requests that wait for events of this account. */
  noteEvents: (accountId: string) => void
  stop: () => void
} {
  const ending = new AbortController()
  const { signal } = ending
  const { signals: eventSignals, note: noteEvents } = createEventSignals(signal, readEventHeads)
  return {
    ports: {
      encodePicture,
      drawPicture,
      askModel,
      // A wait doesn't keep the process alive. After the wait, callers see that `stopping` is aborted.
      pause: (milliseconds) =>
        setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
      stopping: signal,
      eventSignals,
      callWebhook,
      lookUpTxt,
      namesOtherIssuer,
      spendExport,
    },
    noteEvents,
    stop: () => ending.abort(),
  }
}
