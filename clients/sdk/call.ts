import type { Answer, Call, LazyCall } from './shapes/call.ts'

export function callOf<T>(answer: Promise<Answer<T>>): Call<T> {
  // Who awaits `withResponse` alone must not get a rejection that nobody handles.
  const data = answer.then((one) => one.data)
  data.catch(() => {})
  return Object.assign(data, { withResponse: () => answer })
}

export function lazyCallOf<T>(start: () => Promise<Answer<T>>): LazyCall<T> {
  let call: Call<T> | undefined
  const started = () => {
    call ??= callOf(start())
    return call
  }
  return {
    // biome-ignore lint/suspicious/noThenProperty: it is a promise that starts late.
    then: (...handlers) => started().then(...handlers),
    catch: (handler) => started().catch(handler),
    finally: (handler) => started().finally(handler),
    withResponse: () => started().withResponse(),
  }
}
