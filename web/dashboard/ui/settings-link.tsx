import './settings-link.css'
import { Link } from '@tanstack/react-router'
import { Icon } from './icon.tsx'
import { words } from './words.ts'

/** Back to the settings, from a page that belongs to them. */
export function SettingsLink() {
  return (
    <p className="settings-back">
      <Link to="/settings">
        <Icon name="back" size={16} />
        {words.settings}
      </Link>
    </p>
  )
}
