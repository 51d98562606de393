import { Dialog } from '../ui/dialog.tsx'

export function Palette({ onClose }: { onClose: () => void; onKeys: () => void }) {
  return (
    <Dialog title="Find" onClose={onClose}>
      <p />
    </Dialog>
  )
}
