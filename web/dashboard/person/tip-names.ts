import type { Debrief } from '../client/types.ts'

/** Headings of the two lists of a debrief in its language, which the API does not return. */
export const tipNames: Record<Debrief['locale'], Record<'do' | 'avoid', string>> = {
  de: { do: 'Was hilft', avoid: 'Was im Weg steht' },
  en: { do: 'What helps', avoid: 'What gets in the way' },
  es: { do: 'Qué ayuda', avoid: 'Qué estorba' },
  fr: { do: 'Ce qui aide', avoid: 'Ce qui gêne' },
  jp: { do: '役に立つこと', avoid: '妨げになること' },
  ko: { do: '도움이 되는 것', avoid: '방해가 되는 것' },
  nl: { do: 'Wat helpt', avoid: 'Wat in de weg staat' },
  pt_BR: { do: 'O que ajuda', avoid: 'O que atrapalha' },
  zh_CN: { do: '有帮助的做法', avoid: '会妨碍的做法' },
}
