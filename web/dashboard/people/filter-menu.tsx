import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon } from '../ui/icon.tsx'

/**
 * A filter in a native `details` element: keyboard support is built in, and of those with the same name only one is
 * open. It closes on Escape, on a click elsewhere and when focus leaves.
 */
export function FilterMenu({ label, isOn, children }: { label: string; isOn: boolean; children: ReactNode }) {
  const details = useRef<HTMLDetailsElement>(null)
  const [isOpen, setOpen] = useState(false)
  useEffect(() => {
    if (!isOpen) return
    const leave = ({ target }: Event) => {
      if (target instanceof Node && !details.current?.contains(target)) setOpen(false)
    }
    const leaveByKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      setOpen(false)
      details.current?.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', leave)
    document.addEventListener('focusin', leave)
    document.addEventListener('keydown', leaveByKey)
    return () => {
      document.removeEventListener('pointerdown', leave)
      document.removeEventListener('focusin', leave)
      document.removeEventListener('keydown', leaveByKey)
    }
  }, [isOpen])
  return (
    <details
      ref={details}
      className="filter-menu"
      name="people-filter"
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="filter-button" data-on={isOn || undefined}>
        {label}
        <Icon name="down" size={16} />
      </summary>
      <div className="filter-panel">{children}</div>
    </details>
  )
}
