/**
 * Words in the name of a criterion that mean personal data which a study must not compare with scores: who someone is, and
 * what the law protects. A list can't know every word; the manual says that a criterion is about work.
 */
const refusedWords = new Set(
  `name firstname lastname surname fullname email mail phone telephone mobile address street postcode zip birth birthday
  birthdate dob age alter edad idade âge leeftijd gender sex sexe sexo geschlecht geslacht genre race ethnicity ethnic
  ethnie nationality citizenship nationalität nationalité nacionalidad religion religión religião faith health sick
  sickness illness diagnosis disability disabled krank krankheit krankheitstage gesundheit santé salud saúde behinderung
  handicap ziekte pregnancy pregnant schwanger union gewerkschaft syndicat sindicato politics party orientation sexual
  marital children ssn passport iban account password vorname nachname nom prénom nombre apellido nome naam 氏名 名前
  性別 年齢 国籍 姓名 性别 年龄 이름 성별 나이`
    .split(/\s+/)
    .filter(Boolean),
)

/** The first such word of a name, or undefined. `sickDays` and `sick_days` have the words `sick` and `days`. */
export function refusedWordIn(name: string): string | undefined {
  const words = name
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[ _-]/)
  return [...words, words.join('')].find((word) => refusedWords.has(word))
}
