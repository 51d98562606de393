import type { ReactNode } from 'react'
import { Icon } from '../ui/icon.tsx'
import { useDisclosure } from '../ui/use-disclosure.ts'

/**
 * A filter in a native `details` element: keyboard support is built in, and of those with the same name only one is
 * open. It closes on Escape, on a click elsewhere and when focus leaves.
 */
export function FilterMenu({ label, isOn, children }: { label: string; isOn: boolean; children: ReactNode }) {
  const disclosure = useDisclosure()
  return (
    <details {...disclosure} className="filter-menu" name="people-filter">
      <summary className="filter-button" data-on={isOn || undefined}>
        {label}
        <Icon name="down" size={16} />
      </summary>
      {/* Safari focuses the nearest element that can have the focus when a label is pressed: it must be inside. */}
      <div className="filter-panel" tabIndex={-1}>
        {children}
      </div>
    </details>
  )
}
