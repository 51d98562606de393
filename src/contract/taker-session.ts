/** Hours a person stays signed in on one device; the link opens a new session at any time. */
export const takerSessionHours = 12

/** Minutes in which someone who has stopped can continue in the same browser without the link. */
export const pauseMinutes = 15
