import type { Locale } from '../../src/contract/locale.ts'

/** Entries are separated by commas. */
const lists = {
  de: 'meist, meistens, oft, öfter, oftmals, häufig*, selten*, manchmal, gelegentlich*, gewöhnlich*, üblicherweise, normalerweise, bisweilen, mitunter, neigen, neigt, neigung*, tendier*, tendenz*, regelmäßig*, hin und wieder, ab und zu',
  en: 'often*, usual*, seldom, rarely, rare, sometimes, mostly, typical*, normally, frequent*, occasional*, tend, tends, tendency, generally, regularly, at times, by and large, more often than not, most of the time, as a rule',
  es: 'suele, suelen, soler, menudo, veces, generalmente, normalmente, frecuente*, frecuencia, raramente, rara vez, tiende, tienden, tendencia*, habitual*, de vez en cuando, en general, por lo general, regularmente',
  fr: "souvent, parfois, rarement, généralement, habituellement, habitude de, régulièrement, fréquent*, fréquemment, tendance*, de temps en temps, en général, la plupart du temps, d'ordinaire, d'habitude, quelquefois",
  jp: 'たいてい, しばしば, ときどき, 時々, めったに, まれに, 往々, ことが多い, ことがあります, 傾向, がちです, よくあ, 頻繁, 普通は',
  ko: '보통, 대체로, 자주, 가끔, 종종, 때때로, 드물, 흔히, 편입니다, 경향, 대개, 이따금',
  nl: 'meestal, vaak, vaker, soms, zelden, doorgaans, gewoonlijk, normaal*, geneigd, neigt, neigen, neiging*, regelmatig, af en toe, in de regel',
  pt_BR:
    'costuma*, muitas vezes, às vezes, geralmente, normalmente, frequente*, frequência, raramente, tende, tendem, tendência*, habitual*, de vez em quando, em geral, regularmente',
  zh_CN: '往往, 经常, 常常, 通常, 一般, 有时, 很少, 偶尔, 时常, 多半, 倾向, 大多, 总是, 习惯于',
} as const satisfies Record<Locale, string>

/**
 * Words that say how often something happens, in the form of the word lists of debriefs. Answers to a questionnaire
 * tell how certain a statement is, not how often it comes true, so no sentence may hedge with one of these.
 */
export function frequencyWords(locale: Locale): readonly string[] {
  return lists[locale].split(', ')
}
