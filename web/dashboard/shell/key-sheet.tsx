import { Dialog } from '../ui/dialog.tsx'
import { areShortcutsOff, setShortcutsOff, useShortcuts } from '../ui/shortcuts.ts'
import { words } from './on-demand-words.ts'
import { words as shell } from './words.ts'

/** Lists the shortcuts of this page, with a switch that turns off single-key shortcuts. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const shortcuts = useShortcuts()
  const isOff = areShortcutsOff()
  const groups = Map.groupBy(shortcuts, ({ group }) => group)
  return (
    <Dialog title={shell.keys.title} onClose={onClose}>
      {[...groups].map(([group, keys]) => (
        <section key={group} className="key-group">
          <h3 className="note">{group}</h3>
          <dl>
            {keys.map(({ keys: sequence, label }) => (
              <div key={sequence}>
                <dt>
                  {sequence.split(' ').map((key) => (
                    <kbd key={key}>{shown(key)}</kbd>
                  ))}
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <label className="key-switch">
        <input
          type="checkbox"
          checked={!isOff}
          onChange={(event) => setShortcutsOff(!event.target.checked)}
        />
        {words.keys.single}
      </label>
    </Dialog>
  )
}

function shown(key: string): string {
  const mod = /Mac|iPhone|iPad/.test(navigator.userAgent) ? '⌘' : `${words.keys.ctrl} `
  return key.startsWith('mod+') ? mod + key.slice(4).toUpperCase() : key
}
