import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import { lazyLoad } from './lazy-load.ts'

export type LoadFailure = { readonly error: unknown; readonly retry: () => void }

/**
 * A part that is fetched when it is first shown. React's own `lazy` remembers a failure for good and lets the whole page
 * fall with it; here it stays where it is, and can be tried again.
 *
 * @param load the part, as `() => import('./part.tsx').then(({ Part }) => Part)`
 * @param instead what stands in its place until it has come; with a failure, what says so
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props, failure: LoadFailure | undefined) => ReactNode,
): ComponentType<Props> {
  const source: Source<Props> = { load, kept: undefined }
  return (props) => <Fetched source={source} props={props} instead={instead} />
}

/** A dialog that is fetched when it is first opened. Until it can be, one of this title says why not. */
export function dialogOnDemand<Props extends { onClose: () => void }>(
  title: string,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  return onDemand(
    load,
    ({ onClose }, failure) =>
      failure && (
        <Dialog title={title} width={420} onClose={onClose}>
          <FailureNote {...failure} />
        </Dialog>
      ),
  )
}

type Source<Props> = {
  readonly load: () => Promise<ComponentType<Props>>
  kept: ComponentType<Props> | undefined
}

function Fetched<Props extends object>({
  source,
  props,
  instead,
}: {
  source: Source<Props>
  props: Props
  instead: (props: Props, failure: LoadFailure | undefined) => ReactNode
}) {
  const [Part, setPart] = useState(() => source.kept)
  const [error, setError] = useState<unknown>()
  const ask = useCallback(() => {
    if (source.kept) return
    lazyLoad(source.load).then((part) => {
      source.kept = part
      setPart(() => part)
    }, setError)
  }, [source])
  useEffect(ask, [ask])
  if (Part) return <Part {...props} />
  return instead(props, error === undefined ? undefined : { error, retry: ask })
}
