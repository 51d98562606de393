/** A tag as it stands beside a name: its color and its label, never the color alone. */
export function TagChip({ label, color }: { label: string; color: string }) {
  return (
    <span className="tag-chip" data-color={color}>
      <bdi>{label}</bdi>
    </span>
  )
}
