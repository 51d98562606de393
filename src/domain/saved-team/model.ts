import { z } from 'zod'
import { idList, PublicId, readableLine, Timestamp } from '../../contract/shapes.ts'
import { Color, Label } from '../tag/model.ts'

/** Teams per account: as many as someone can still look through. */
export const maxTeams = 500

/** People per team. A comparison reads a hundred of them; a larger group is a tag. */
export const maxPeople = 500

const maxNoteLength = 500

export const TeamName = Label.meta({
  minLength: 1,
  maxLength: 60,
  description: 'Leading and trailing blanks are removed, hidden characters refused. Names can repeat.',
  examples: ['Launch team'],
})

/** An empty note is none. */
export const TeamNote = z
  .string()
  .max(maxNoteLength, `is too long: at most ${maxNoteLength} characters`)
  .meta({
    description:
      'What the team is for, in one line. Everyone who may see the team can read it. Null removes it.',
    examples: ['Meets on Tuesdays'],
  })
  .transform(readableLine)
  .nullable()
  .transform((note) => note || null)

export const TeamPeople = idList(maxPeople)

export const SavedTeam = z
  .strictObject({
    id: PublicId,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    name: z.string().meta({ description: 'Name of the team.', examples: ['Launch team'] }),
    note: z
      .string()
      .nullable()
      .meta({ description: 'What the team is for.', examples: ['Meets on Tuesdays'] }),
    color: Color,
    profileCount: z
      .int()
      .min(0)
      .meta({ description: 'Number of people in the team.', examples: [6] }),
  })
  .meta({ id: 'SavedTeam', description: 'A team that is kept as a list of people, without their names.' })

export const SavedTeamWithPeople = SavedTeam.extend({
  profiles: z.array(PublicId).meta({
    description: 'Ids of all people in the team, oldest profile first.',
    examples: [['6920318e4b1a0c7d2e8f5a63']],
  }),
})
  .strict()
  .meta({
    id: 'SavedTeamWithPeople',
    description: 'A team that is kept as a list of people, with their ids.',
  })

export type SavedTeam = z.output<typeof SavedTeam>
export type SavedTeamWithPeople = z.output<typeof SavedTeamWithPeople>
