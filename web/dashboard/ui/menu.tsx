import { Icon } from './icon.tsx'
import type { MenuItem } from './menu-item.ts'
import { onDemand } from './on-demand.tsx'
import { showToast } from './toasts.tsx'
import { words } from './words.ts'

/**
 * Rarely used actions behind one button; false items are left out. The menu itself (arrow keys, typeahead, restored
 * focus) is Base UI's and is loaded after the page, until then its button is shown. If loading fails, pressing the
 * button says so and retries.
 */
export function Menu({ label, items }: { label: string; items: readonly (MenuItem | false)[] }) {
  return <OpenMenu label={label} items={items.filter((item) => item !== false)} />
}

const OpenMenu = onDemand<{ label: string; items: readonly MenuItem[] }>(
  () => import('./menu-parts.tsx').then((module) => module.MenuParts),
  ({ label }, failure) => (
    <button
      type="button"
      className="button menu-button"
      disabled={!failure}
      aria-label={label}
      onClick={() => {
        showToast(words.menuFailed)
        failure?.retry()
      }}
    >
      <Icon name="more" />
    </button>
  ),
)
