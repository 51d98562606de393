import { z } from 'zod'

/** Where an order came from: the API, or the system whose door it came through. */
export const OrderProvider = z.enum(['api', 'greenhouse', 'ashby']).meta({
  description: 'Where it came from: `api`, or the applicant tracking system of a connection.',
  examples: ['api'],
})
export type OrderProvider = z.output<typeof OrderProvider>
