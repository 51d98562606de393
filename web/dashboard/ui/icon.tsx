/** Paths of Lucide icons (ISC license), 24 by 24. */
const paths = {
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  check: ['M20 6 9 17l-5-5'],
  close: ['M18 6 6 18', 'm6 6 12 12'],
  down: ['m6 9 6 6 6-6'],
  languages: ['m5 8 6 6', 'm4 14 6-6 2-3', 'M2 5h12', 'M7 2h1', 'm22 22-5-10-5 10', 'M14 18h6'],
  menu: ['M4 6h16', 'M4 12h16', 'M4 18h16'],
  more: ['M12 12h.01', 'M19 12h.01', 'M5 12h.01'],
  outside: ['M15 3h6v6', 'M10 14 21 3', 'M18 13v6a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2h6'],
  search: ['m21 21-4.3-4.3', 'M11 19a8 8 0 1 0 0-16 8 8 0 0 0 0 16'],
  sort: ['m21 16-4 4-4-4', 'M17 20V4', 'm3 8 4-4 4 4', 'M7 4v16'],
  warning: [
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4',
    'M12 17h.01',
  ],
} as const

export type IconName = keyof typeof paths

/** An icon next to its label, or inside a control with an accessible name. */
export function Icon({ name, size = 18 }: { name: IconName; size?: 16 | 18 | 22 }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
