/** Paths of Lucide icons (ISC license), 24 by 24. */
const paths = {
  back: ['m12 19-7-7 7-7', 'M19 12H5'],
  saved: ['M20 6 9 17l-5-5'],
  plus: ['M5 12h14', 'M12 5v14'],
  minus: ['M5 12h14'],
  warning: [
    'm21.73 18-8-14a2 2 0 0 0-3.48 0l-8 14A2 2 0 0 0 4 21h16a2 2 0 0 0 1.73-3',
    'M12 9v4',
    'M12 17h.01',
  ],
} as const

/** An icon next to its label, or inside a control with an accessible name. */
export function Icon({ name, size = 18 }: { name: keyof typeof paths; size?: number }) {
  return (
    <svg
      class={`icon icon-${name}`}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      {paths[name].map((path) => (
        <path key={path} d={path} />
      ))}
    </svg>
  )
}
