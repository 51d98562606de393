export const assessmentNames = { disc: 'DISC', focus: 'Focus', core: 'Core' } as const
