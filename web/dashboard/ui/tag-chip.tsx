/** A tag: color and label, never the color alone. */
export function TagChip({ label, color }: { label: string; color: string }) {
  return (
    <span className="tag-chip" data-color={color}>
      <bdi>{label}</bdi>
    </span>
  )
}
