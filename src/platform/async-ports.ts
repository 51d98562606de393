import { setTimeout } from 'node:timers/promises'
import type { AskModel, AsyncPorts } from '../contract/ports.ts'
import { encodePicture } from './picture.ts'

/** What operations may use outside of transactions. `stop` ends waits and requests to the model. */
export function createAsyncPorts({ askModel }: { askModel: AskModel | undefined }): {
  ports: AsyncPorts
  stop: () => void
} {
  const ending = new AbortController()
  const { signal } = ending
  return {
    ports: {
      encodePicture,
      askModel,
      // A wait doesn't keep the process alive. After the wait, callers see that `stopping` is aborted.
      pause: (milliseconds) =>
        setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
      stopping: signal,
    },
    stop: () => ending.abort(),
  }
}
