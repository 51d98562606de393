import { Dialog } from '../ui/dialog.tsx'

export function KeySheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <p />
    </Dialog>
  )
}
