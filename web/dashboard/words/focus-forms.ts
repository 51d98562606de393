/** The lengths of Focus as people choose between them. */
export const focusFormWords = {
  'focus-120': 'Full: 120 statements, 14 min',
  'focus-60': 'Short: 60 statements, 7 min, wider margins',
} as const
export type FocusLength = keyof typeof focusFormWords

export const focusMinutes: Readonly<Record<FocusLength, number>> = { 'focus-120': 14, 'focus-60': 7 }
