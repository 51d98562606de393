import { type ComponentType, type ReactNode, useCallback, useEffect, useState } from 'react'
import { Dialog } from './dialog.tsx'
import { FailureNote } from './failure-note.tsx'
import { lazyLoad } from './lazy-load.ts'

export type LoadFailure = { readonly error: unknown; readonly retry: () => void }

/**
 * A component that is loaded when it is first shown. React's `lazy` caches a failure forever and takes the whole page
 * down. Here the error stays in place and can be retried.
 * @param load the component, as `() => import('./part.tsx').then(({ Part }) => Part)`
 * @param instead shown until the component is loaded; with a failure, shows the error
 */
export function onDemand<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  instead: (props: Props, failure: LoadFailure | undefined) => ReactNode,
): ComponentType<Props> {
  const source: Source<Props> = { load, kept: undefined, loading: undefined }
  return (props) => <Fetched source={source} props={props} instead={instead} />
}

/** A dialog that is loaded when it is first opened. If loading fails, a dialog with this title shows why. */
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
  /** Shared, so that the rows of a list load their menus once. */
  loading: Promise<ComponentType<Props>> | undefined
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
    source.loading ??= lazyLoad(source.load).finally(() => {
      source.loading = undefined
    })
    source.loading.then((part) => {
      source.kept = part
      setPart(() => part)
    }, setError)
  }, [source])
  useEffect(ask, [ask])
  if (Part) return <Part {...props} />
  return instead(props, error === undefined ? undefined : { error, retry: ask })
}
