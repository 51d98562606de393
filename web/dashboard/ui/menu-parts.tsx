import { Menu } from '@base-ui/react/menu'
import { useRef } from 'react'
import { Icon } from './icon.tsx'
import type { MenuItem } from './menu-item.ts'

/** The contents of `Menu`, a separate file so that it is loaded on demand. */
export function MenuParts({ label, items }: { label: string; items: readonly MenuItem[] }) {
  // Runs after the menu has closed and its button has the focus again, because a dialog restores focus to where it
  // was.
  const chosen = useRef<MenuItem>(undefined)
  const button = useRef<HTMLButtonElement>(null)
  return (
    <Menu.Root
      onOpenChange={(isOpen) => {
        if (isOpen) chosen.current = undefined
      }}
      onOpenChangeComplete={(isOpen) => {
        if (isOpen || !chosen.current) return
        button.current?.focus()
        chosen.current.run()
      }}
    >
      <Menu.Trigger ref={button} className="button menu-button" aria-label={label}>
        <Icon name="more" />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner sideOffset={4} align="end" className="menu-place">
          {/* After a choice the focus is set above, and what runs may have moved it on. */}
          <Menu.Popup className="menu-list" finalFocus={() => !chosen.current}>
            {items.map((item) => (
              <Menu.Item
                key={item.label}
                className="menu-item"
                onClick={() => {
                  chosen.current = item
                }}
              >
                {item.label}
              </Menu.Item>
            ))}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  )
}
