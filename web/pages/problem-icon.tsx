/**
 * Next to every form error. Not among the icons of the taking page, to keep its script small. Lucide, ISC license.
 */
export function ProblemIcon() {
  return (
    <svg class="icon" width={16} height={16} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <circle cx="12" cy="12" r="10" />
      <path d="M12 8v4" />
      <path d="M12 16h.01" />
    </svg>
  )
}
