/** Paths of Lucide icons (ISC license), 24 by 24. They aren't with those of other pages, whose script has to be small. */
const paths = {
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
  down: ['m6 9 6 6 6-6'],
  languages: ['m5 8 6 6', 'm4 14 6-6 2-3', 'M2 5h12', 'M7 2h1', 'm22 22-5-10-5 10', 'M14 18h6'],
  menu: ['M4 6h16', 'M4 12h16', 'M4 18h16'],
  search: ['m21 21-4.3-4.3', 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16'],
} as const

/** An icon of the menu, next to its label or to a name for screen readers. */
export function MenuIcon({ name, size = 18 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg class="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
