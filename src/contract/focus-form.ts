import { z } from 'zod'

/** The lengths in which Focus can be taken. A stored result names the form itself, such as focus-60-1. */
export const FocusFormName = z.enum(['focus-120', 'focus-60']).meta({
  id: 'FocusForm',
  description:
    'Length of Focus: `focus-120` has four statements for each facet (14 minutes), `focus-60` two (7 minutes), with ' +
    'wider margins of error. Each has a norm and standard errors of its own.',
  examples: ['focus-60'],
})
export type FocusFormName = z.output<typeof FocusFormName>
