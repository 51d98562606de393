import { words } from './words.ts'

export type FocusLength = 'focus-120' | 'focus-60'

/** The lengths of Focus as people choose between them. */
export const focusFormWords: Readonly<Record<FocusLength, string>> = words.focusForms

export const focusMinutes: Readonly<Record<FocusLength, number>> = { 'focus-120': 14, 'focus-60': 7 }
