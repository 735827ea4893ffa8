export type Language = 'en' | 'tr'

const stopWords = new Set(
  `a an the and or but of to in on at for from with by about into as is are was were be been being am do does did done
  have has had i me my mine you your yours he she it its we our us they them their this that these those there here what
  which who whom whose when where why how can could will would shall should may might must not no yes if then than so
  just only also too very please tell give show some any much many more most other let get got make know want need like
  ve veya ya ile icin bir bu su o da de ta te ki mi mu ne nedir nasil neden niye nerede nereye nereden kim kime kimin
  hangi kac ben sen biz siz onlar bana sana bize size benim senin bizim sizin var yok olan olarak gibi kadar daha en cok
  ama fakat eger ise degil evet hayir lutfen soyle ver goster misin misiniz musun musunuz olur oldu olan neydi idi`
    .split(/\s+/)
    .filter(Boolean),
)

const turkishWords =
  /(^|\s)(ve|bir|bu|ne|nedir|nasıl|neden|nerede|kim|kimsin|hangi|kaç|mi|mı|mu|mü|merhaba|selam|teşekkür\p{L}*|sağ ol|benim|adım|ismim|için|değil|var mı|lütfen|hesapla|yaz|söyle|peki|günaydın|listele|özetle|eder)(?=[\s?.!,:;]|$)/iu

/** Turkish when it has Turkish letters or words, else English: the two languages its own sentences exist in. */
export function languageOf(text: string): Language {
  return /[ğışĞİŞ]/.test(text) || turkishWords.test(text) ? 'tr' : 'en'
}

/** The same for İzmir, IZMIR, ızmir and izmir. */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

export function wordsOf(text: string): string[] {
  // What follows an apostrophe is a suffix: Ada's, İzmir'de.
  return (
    fold(text)
      .replace(/['’]\p{L}+/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/** Words that carry meaning, as stems. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !stopWords.has(word))
    .map(stem)
}

const synonyms: Record<string, string> = {
  isim: 'name',
  ismim: 'name',
  ismin: 'name',
  adim: 'name',
  adin: 'name',
}
const englishEndings = /(?:ations?|ities|ing|ied|ies|edly|ed|es|ly|s)$/

/**
 * What different forms of a word have in common. English endings are cut off; of longer words the first six letters
 * count, which serves Turkish, where endings follow upon endings.
 */
export function stem(word: string): string {
  if (/^\d+$/.test(word)) {
    return word
  }
  const short = word.length > 4 ? word.replace(englishEndings, '') : word.replace(/s$/, '')
  const base = short.length >= 3 ? short : word
  return synonyms[word] ?? base.slice(0, base.length > 7 ? 6 : 5)
}

/** Sentences and list items, each without its line's marker. */
export function sentencesOf(text: string): string[] {
  return text
    .split('\n')
    .flatMap((line) => line.split(/(?<=[.!?…])\s+(?=["“(]?[\p{Lu}\p{N}])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
