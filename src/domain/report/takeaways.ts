import { z } from 'zod'
import { reportTexts, reportTextsAbout } from '../../content/report.ts'
import { operation } from '../../contract/operation.ts'
import { LocaleCode, PublicId } from '../../contract/shapes.ts'
import { debriefLocaleFor } from '../debrief/debrief-request.ts'
import { DebriefSentence } from '../debrief/model.ts'
import { noSuchProfile } from '../profile/operations.ts'
import { findProfile } from '../profile/store.ts'
import { buildHeadline } from './headline.ts'
import { readPersonResults } from './read.ts'
import { takeawaySentences } from './takeaway-sentences.ts'

const Takeaways = z
  .strictObject({
    locale: LocaleCode.meta({ description: 'Language of the texts.' }),
    headline: z
      .string()
      .nullable()
      .meta({
        description:
          'The results in one sentence that addresses the person. Null until every available assessment is completed.',
        examples: ['You set direction early, say it plainly, and bring people along.'],
      }),
    headlineAbout: z
      .string()
      .optional()
      .meta({
        description:
          "The same about the person instead of to them, with `{name}` where the person's name goes. Only in languages " +
          'other than English, as `about` of a sentence.',
        examples: ['{name} gibt früh die Richtung vor, sagt das deutlich und nimmt andere mit.'],
      }),
    sentences: z
      .array(DebriefSentence)
      .max(3)
      .meta({ description: 'What most sets the person apart. Empty as long as there is no headline.' }),
  })
  .meta({ id: 'Takeaways', description: "How a person's own results page begins." })

/** How the person's own page begins, for readers who may see the results. Made from them, so nothing is stored. */
export const getTakeaways = operation({
  name: 'get_takeaways',
  summary: 'Get the headline and up to three takeaways of a profile',
  description:
    "What a person's own results page begins with, from their current results. No debrief has to exist, and no " +
    'language model is involved.',
  scope: 'profiles:read',
  coaches: 'theirTeams',
  reveals: 'results',
  issues: 'nothing',
  effect: 'reads',
  refuses: ['missing'],
  input: z.strictObject({
    profileId: PublicId,
    locale: LocaleCode.optional().meta({
      description: "Language of the texts. Default: the person's language, or the account's.",
      examples: ['en'],
    }),
  }),
  output: Takeaways,
  rest: {
    group: 'profiles',
    route: 'GET /profile/{profileId}/takeaways',
    sdk: 'profiles.getTakeaways',
    key: 'takeaways',
    status: 200,
  },
  async run({ sql, account }, { profileId, locale: wanted }) {
    const profile = (await findProfile(sql, account.id, profileId)) ?? noSuchProfile()
    const locale = debriefLocaleFor({ profile }, account, { locale: wanted })
    if (!profile.isCompleted) return { resource: { locale, headline: null, sentences: [] } }
    const { results, basis } = await readPersonResults(sql, account.id, profile)
    const headline = buildHeadline(results, reportTexts(locale))?.text ?? null
    const aboutTexts = reportTextsAbout(locale)
    const about = aboutTexts && buildHeadline(results, aboutTexts)?.text
    const sentences = takeawaySentences(results, basis, locale)
    return {
      resource: { locale, headline, ...(about !== undefined && { headlineAbout: about }), sentences },
    }
  },
})
