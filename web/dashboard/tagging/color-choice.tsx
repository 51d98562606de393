import './dialogs.css'
import type { Tag } from '../client/types.ts'
import { TagChip } from '../ui/tag-chip.tsx'
import { colors } from './save-tag.ts'
import { words } from './words.ts'

/** One of the nine colors, chosen by its name. */
export function ColorChoice({
  legend,
  color,
  onChoose,
}: {
  legend: string
  color: Tag['color']
  onChoose: (color: Tag['color']) => void
}) {
  return (
    <fieldset className="tag-colors">
      <legend className="field-label">{legend}</legend>
      <div className="tag-color-list">
        {colors.map((one) => (
          <label key={one} className="tag-color">
            <input type="radio" name="color" checked={one === color} onChange={() => onChoose(one)} />
            <TagChip label={words.colors[one]} color={one} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}
