import { setTimeout } from 'node:timers/promises'
import type { AskModel, AsyncPorts } from '../contract/ports.ts'
import { encodePicture } from './picture.ts'

/** What operations may use outside of their transactions; `stop` ends what is waiting or being asked. */
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
      // Nothing is kept alive for a wait, and whoever waited finds `stopping` aborted.
      pause: (milliseconds) =>
        setTimeout(milliseconds, undefined, { signal, ref: false }).catch(() => undefined),
      stopping: signal,
    },
    stop: () => ending.abort(),
  }
}
