import { useRef, useState } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { FailureNote } from '../ui/failure-note.tsx'
import { onDemand } from '../ui/on-demand.tsx'
import type { PaletteList as List, PaletteKeys } from './palette-list.tsx'
import { words } from './words.ts'

/**
 * A search field for people, tags, pages and actions. The field is shown and accepts input immediately; the list is
 * loaded on first use.
 */
export function Palette({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const [text, setText] = useState('')
  const [marked, setMarked] = useState<string>()
  const keys = useRef<PaletteKeys>(null)
  return (
    <Dialog title={words.palette.title} onClose={onClose}>
      <input
        className="field palette-field"
        type="search"
        role="combobox"
        aria-label={words.palette.label}
        aria-expanded={marked !== undefined}
        aria-controls={marked && 'palette-list'}
        aria-activedescendant={marked}
        placeholder={words.palette.placeholder}
        value={text}
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          const step = ({ ArrowDown: 1, ArrowUp: -1 } as const)[event.key]
          if (step !== undefined) {
            event.preventDefault()
            keys.current?.step(step)
          }
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) keys.current?.open()
        }}
      />
      <PaletteList text={text.trim()} keys={keys} onMark={setMarked} onClose={onClose} onKeys={onKeys} />
    </Dialog>
  )
}

const PaletteList = onDemand<Parameters<typeof List>[0]>(
  () => import('./palette-list.tsx').then((module) => module.PaletteList),
  (_, failure) => (failure ? <FailureNote {...failure} /> : <div className="palette-list" />),
)
