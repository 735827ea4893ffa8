export type Language = 'en' | 'tr'

const toSet = (words: string) => new Set(words.trim().split(/\s+/))

// Folded stop words. They also distinguish the two languages.
const english = toSet(`
  a an the and or but of to in on at for from with by about into as is are was were be been being am do does did done
  have has had i me my mine you your yours he she it its we our us they them their this that these those there here what
  which who whom whose when where why how can could will would shall should may might must not no yes if then than so
  just only also too very please tell give show some any much many more most other let get got make know want need like
  hi hello hey cant dont u im ive whats wheres hows something anything thing stuff now whether possible wonder question
  up out still one two three four five really maybe able take takes way actually thanks thank
`)
const turkish = toSet(`
  ve veya ya ile icin bir bi bu su o da de ta te ki mi mu ne nedir nasil neden niye nerede nerde nereye nereden kim kime
  kimin hangi kac kaci kacta kaca kactan kacinda miyim misin musun misiniz musunuz ediyor edilir edilmez eder ben sen biz
  siz onlar bana sana bize size benim senin bizim sizin var yok olan olarak gibi kadar daha en cok ama fakat eger ise
  degil evet hayir lutfen soyle ver goster olur oldu neydi idi acaba lazim istiyorum isterim sey seyi iki uc dort bes
  selam merhaba peki simdi edebilirim edebilir alabilir alabilirim miyiz yapmam gerekiyor hala varmi zaman
`)
const turkishVerbs = toSet(`
  gunaydin tesekkur tesekkurler sagol adim adin ismim kimsin kimim kimsiniz hesapla yaz listele ozetle cevir turkceye
  saat sayisi carpi bolu eksi arti yardim neler yapabilirsin tekrarla bugun
`)

export function languageOf(text: string): Language {
  const words = text.match(/\p{L}+/gu) ?? []
  const isTurkish = (word: string) => turkish.has(word) || turkishVerbs.has(word)
  const inTurkish = words.filter((word) => /[ğışİĞŞ]/.test(word) || isTurkish(fold(word))).length
  return inTurkish > words.filter((word) => english.has(word.toLowerCase())).length ? 'tr' : 'en'
}

/** İzmir, IZMIR, ızmir and izmir fold to the same text. */
export function fold(text: string): string {
  return text.replace(/[İIı]/g, 'i').toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')
}

export function wordsOf(text: string): string[] {
  // A suffix follows an apostrophe: Ada's, İzmir'de.
  const bare = fold(text).replace(/['’]\p{L}+/gu, '')
  return bare.match(/[\p{L}\p{N}]+/gu) ?? []
}

export function contentWordsOf(text: string): string[] {
  return wordsOf(text).filter((word) => !english.has(word) && !turkish.has(word))
}

export function stemsOf(text: string, language: Language): string[] {
  return contentWordsOf(text).map((word) => stemOf(word, language))
}

export function stemOf(word: string, language: Language): string {
  const start = word.slice(0, 40)
  return language === 'tr' ? stemTurkish(start) : stemEnglish(start)
}

/** takes, taking, take → tak; cities, city → cit. */
function stemEnglish(word: string): string {
  if (word.length < 4 || /\d/.test(word)) {
    return word
  }
  const single = word.replace(/ies$/, 'y').replace(/(?<=s|x|z|ch|sh)es$|(?<!s)s$/, '')
  const bare = single.replace(/(?:ations?|ing|ed|ly)$/, '')
  return (bare.length >= 3 ? bare : single).replace(/(?<=\p{L}{2})[ey]$/u, '')
}

const turkishEnding =
  /(?:lari|leri|lar|ler|imiz|umuz|iniz|unuz|sinda|sinde|inda|inde|larda|lerde|dan|den|tan|ten|nin|nun|yla|yle|da|de|ta|te|ya|ye|yi|yu|im|um|in|un|si|su|li|lu|a|e|i|u)$/

/** Suffixes stack, so they are removed repeatedly. The rest, or its first six characters, approximates the root. */
function stemTurkish(word: string): string {
  const shorter = word.replace(turkishEnding, '')
  return shorter.length >= 4 && shorter !== word ? stemTurkish(shorter) : word.slice(0, 6)
}

export function sentencesOf(text: string): string[] {
  const parts = text.split('\n').flatMap((line) => line.split(/(?<=[.!?…])\s+(?=["“(]?[\p{Lu}\p{N}])/u))
  return parts.map((sentence) => sentence.trim()).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence))
}

export function toSentence(text: string): string {
  return capitalise(/[.!?…:]$/.test(text) ? text : `${text}.`)
}

export function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export function toList(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}

/** The words of an identifier: `orderId`, `order_id`. */
export function spaced(name: string): string {
  return name.replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2').replace(/[_\-.]/g, ' ')
}
