import { onlineManager } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { Icon } from '../ui/icon.tsx'
import { words } from './words.ts'

/** Shown while offline. It overlays the page, so nothing moves when it appears or disappears. */
export function ConnectionNote() {
  const isOnline = useSyncExternalStore(
    (listener) => onlineManager.subscribe(listener),
    () => onlineManager.isOnline(),
  )
  return (
    <div role="status">
      {!isOnline && (
        <p className="connection-note">
          <Icon name="warning" size={16} />
          <span>{words.offline}</span>
        </p>
      )}
    </div>
  )
}
