/**
 * How a large team is counted and drawn: places between the four letters in square cells, directions from the middle in
 * steps of 3°, and T scores in steps of 2.5 points. The counts come from the database, which is given these numbers.
 */

/**
 * Up to this many people are drawn one by one, and the API lists them in one answer. Beyond it a map shows a density: a
 * hundred dots fill it, their initials no longer fit on a phone, and pushing apart more of them would move each far from
 * its place.
 */
export const mostDots = 100

/** The edge of a cell, in points between the letters. A place has a standard error of about 7, so smaller ones would show noise. */
export const cellSize = 5
/** Farther from the middle, people are counted at the edge, where they are drawn: 45 points. */
export const farthestPoint = 45
/** Cells on each side of an axis. An axis is between two cells, so each cell is in the quarter of one letter. */
export const cellsPerSide = farthestPoint / cellSize

/** The number of directions, counter-clockwise from the right. A ray of the rim is in the middle of each. */
export const directionCount = 120

/** T scores from 25 to 75 in steps; the first and the last include who is beyond. Levels begin where a step does. */
export const tSteps = { from: 25, size: 2.5, count: 20 } as const
