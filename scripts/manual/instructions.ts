import { emailTexts } from '../../src/content/emails.ts'
import { siteTexts } from '../../src/content/site.ts'
import { itemsIn } from '../../src/content/texts.ts'
import { currentWording, translationId } from '../../src/content/wordings.ts'
import { type Locale, languageTags, locales } from '../../src/contract/locale.ts'

type Key = keyof ReturnType<typeof siteTexts>

/** The page of the manual with every text that instructs the people who answer, in each language. */
export function instructionsPage(): string {
  const sourceFirst: readonly Locale[] = ['en', ...locales.filter((locale) => locale !== 'en')]
  return `${opening}\n${sourceFirst.map(partOf).join('\n')}`
}

const opening = `# What people read before and while they answer

The exact texts of this version, from \`content/locales/<locale>\`: what people are told before they start, the practice questions,
the question above each screen, the labels of answers, and what stands between the parts. The statements themselves are in
\`items.json\` of each language. \`scripts/manual.ts\` writes this page, and a test fails when a text has changed and the page has not.

- Words in braces are filled in: \`{account}\` is the name of the organization, \`{name}\` the questionnaire, \`{n}\` a number.
- These texts are all there is: nobody explains them. Someone who gives a link should say no more than chapter 4 of the
  [manual](../scoring.md#4-administration) says, because every hint of what is wanted is another instruction. An account's own note
  in an invitation is shown as the sender's words and isn't here.
- The frame is the same in every language: how people usually are. The norm of Focus was taken without a work frame, so no
  instruction for DISC and Focus names work. Core asks for a guide "in your work and life".
- Labels of answers, statements and values belong to a numbered wording, and a sitting ends in the one it began with (chapter 12).
  **The other texts here have no number**: when one is changed, sittings that have begun have the new one from then on. That includes the
  questions above DISC and Core, which a wording records as well, in the same words. What a person agreed to is stored with them,
  word for word.
- No one has studied whether people understand these texts as intended, in any language.
`

function partOf(locale: Locale): string {
  const texts = siteTexts(locale)
  const { focus } = itemsIn(locale)
  const { invite } = emailTexts(locale)
  const lines = (keys: readonly Key[]) => keys.map((key) => line(key, texts[key]))
  const effort = [...new Set([invite.effort.one, invite.effort.other])].map((text) =>
    line('invite.effort', text),
  )
  return `## ${languageOf(locale)} (\`${locale}\`)

Wording ${currentWording}, translation \`${translationId(locale, currentWording)}\`.

**The invitation by email**

${[line('invite.subject', invite.subject), line('invite.what', invite.what), ...effort].join('\n')}

**Before the start**

${lines(beforeStart).join('\n')}

**Practice questions**

${lines(practice).join('\n')}

**DISC**

${lines(disc).join('\n')}

**Focus**

${[line('focus.prompt', focus.prompt), ...focus.answers.map((answer, at) => line(`focus.answers ${at + 1}`, answer))].join('\n')}

**Core**

${lines(core).join('\n')}

**Between the parts and at the end**

${lines(between).join('\n')}
`
}

const beforeStart: readonly Key[] = [
  ...([
    'link.heading',
    'link.lede',
    'link.whyText',
    'link.partDisc',
    'link.partFocus',
    'link.partCore',
  ] as const),
  ...(['link.partCount.one', 'link.partCount.other', 'link.whoBoth', 'link.whoAccount'] as const),
  ...([
    'agreement.keptOpen',
    'agreement.keptDays.other',
    'link.untilText',
    'agreement.agree',
    'link.start',
  ] as const),
]

const practice: readonly Key[] = [
  ...(['practice.offer', 'practice.prompt', 'practice.focus'] as const),
  ...(['practice.disc.1', 'practice.disc.2', 'practice.disc.3', 'practice.disc.4'] as const),
  ...(['practice.core.1', 'practice.core.1.bullet', 'practice.core.2', 'practice.core.2.bullet'] as const),
  ...(['practice.core.3', 'practice.core.3.bullet', 'practice.core.4', 'practice.core.4.bullet'] as const),
]

const disc: readonly Key[] = [
  ...(['taking.discHeading', 'taking.discPrompt', 'taking.discMost', 'taking.discLeast'] as const),
  ...(['taking.discMissingBoth', 'taking.discMissingMost', 'taking.discMissingLeast'] as const),
]

const core: readonly Key[] = [
  ...(['taking.corePrompt', 'taking.coreHeading', 'taking.coreMost', 'taking.coreLeast'] as const),
  ...(['taking.coreMissingBoth', 'taking.coreMissingMost', 'taking.coreMissingLeast'] as const),
]

const between: readonly Key[] = [
  ...(['pause.after.disc', 'pause.after.focus', 'pause.after.core'] as const),
  ...(['pause.next.disc', 'pause.next.focus', 'pause.next.core'] as const),
  ...(['pause.last.disc', 'pause.last.focus', 'pause.last.core', 'pause.goOn', 'pause.stop'] as const),
  ...(['taking.finishPrompt', 'taking.finishHeading', 'taking.finishLede', 'taking.finish'] as const),
  ...(['thanks.heading', 'thanks.text'] as const),
]

function languageOf(locale: Locale): string {
  return new Intl.DisplayNames('en', { type: 'language' }).of(languageTags[locale]) ?? locale
}

function line(key: string, text: string): string {
  return `- ${key}: \`${text.replaceAll('`', "'").replace(/\s+/g, ' ').trim()}\``
}
