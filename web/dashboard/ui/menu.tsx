import { lazy, Suspense } from 'react'
import { Icon } from './icon.tsx'

/** Something a menu offers; what is undefined or false is left out. */
export type Offer = { readonly label: string; readonly run: () => void }

const OpenMenu = lazy(() => import('./menu-parts.tsx').then((room) => ({ default: room.MenuParts })))

/**
 * What is done seldom, behind one button. The menu itself (arrow keys, first letters, focus that comes back) is Base
 * UI's and comes after the page; until then its button stands in its place.
 */
export function Menu({ label, offers }: { label: string; offers: readonly (Offer | false)[] }) {
  const own = offers.filter((one) => one !== false)
  return (
    <Suspense
      fallback={
        <button type="button" className="button menu-button" disabled aria-label={label}>
          <Icon name="more" />
        </button>
      }
    >
      <OpenMenu label={label} offers={own} />
    </Suspense>
  )
}
