/** How far a letter of DISC must be from the midline to count, in points: half a standard deviation, as in the style itself. */
export const clearOfMidline = 6.25
