import { type ReactNode, useEffect, useRef } from 'react'
import { Icon } from '../ui/icon.tsx'

/** What is done seldom, behind one button. It closes with Escape, with a choice, and when one goes elsewhere. */
export function MoreMenu({ label, children }: { label: string; children: ReactNode }) {
  const menu = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    const leave = (event: Event) => {
      if (menu.current && !menu.current.contains(event.target as Node)) menu.current.open = false
    }
    addEventListener('pointerdown', leave)
    return () => removeEventListener('pointerdown', leave)
  }, [])
  const close = () => {
    if (!menu.current) return
    menu.current.open = false
    // A dialog that opens now gives the focus back to the button, since what was chosen is out of sight.
    menu.current.querySelector('summary')?.focus()
  }
  return (
    <details
      ref={menu}
      className="more-menu"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !menu.current?.open) return
        event.preventDefault()
        close()
      }}
      onBlur={(event) => {
        if (event.relatedTarget && menu.current && !menu.current.contains(event.relatedTarget))
          menu.current.open = false
      }}
    >
      <summary className="button">
        <Icon name="more" />
        <span className="out-of-sight">{label}</span>
      </summary>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the choice itself is a button */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a key on the button is a click as well */}
      <div className="more-menu-list" onClick={close}>
        {children}
      </div>
    </details>
  )
}
