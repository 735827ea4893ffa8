/** Longer words whose ending only looks like an inflection. */
const unchanged = new Set(
  `news series species always perhaps besides during evening evenings morning mornings nothing something anything
  everything pudding ceiling sibling wedding hundred sacred united indeed speed exceed proceed succeed lens gas bus
  plus status campus virus bonus focus basis analysis christmas texas paris athens canvas atlas`.split(/\s+/),
)

const vowel = /[aeiouy]/

/**
 * The stem of a lower-case English word: plural, past and -ing forms become one. Derivations (organ, organization) stay
 * apart, because they rarely mean the same. The measures are those of Porter's stemmer, of which this is the first part.
 */
export function stemEnglish(word: string): string {
  if (word.length < 4 || unchanged.has(word) || !/^[a-z]+$/.test(word)) {
    return word
  }
  const singular = toSingular(word)
  return tidy(unchanged.has(singular) ? singular : toPresent(singular))
}

function toSingular(word: string): string {
  if (word.endsWith('ies')) {
    return word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1)
  }
  if (/(?:ss|sh|ch|x|zz)es$/.test(word)) {
    return word.slice(0, -2)
  }
  return /[^sui]s$/.test(word) ? word.slice(0, -1) : word
}

function toPresent(word: string): string {
  if (word.endsWith('eed')) {
    return measureOf(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word
  }
  const stem = /^(.+.)(?:ed|ing)$/.exec(word)?.[1]
  if (stem === undefined || !vowel.test(stem)) {
    return word
  }
  return word.endsWith('ied') ? `${stem.slice(0, -1)}y` : toInfinitive(stem)
}

/** "stor" to "store", "plann" to "plan". */
function toInfinitive(stem: string): string {
  if (stem.length === 2 || /(?:at|bl|iz)$/.test(stem)) {
    return `${stem}e`
  }
  if (/([^aeiouy])\1$/.test(stem)) {
    const isRoot = /[sz]$/.test(stem) || (stem.endsWith('l') && measureOf(stem) === 1)
    return isRoot ? stem : stem.slice(0, -1)
  }
  return measureOf(stem) === 1 && endsShort(stem) ? `${stem}e` : stem
}

/** A final e is dropped where -ed and -ing leave none, and y and i become one letter. */
function tidy(word: string): string {
  if (word.length > 3 && word.endsWith('e')) {
    const stem = word.slice(0, -1)
    const measure = measureOf(stem)
    // "charge" and "charg-ed", but not "paste" and "past".
    return measure > 1 || (measure === 1 && !endsShort(stem) && /[cgisuvz]$/.test(stem)) ? stem : word
  }
  return /[^aeiou]y$/.test(word) && word.length > 3 ? `${word.slice(0, -1)}i` : word
}

/** Sequences of vowels followed by consonants. */
function measureOf(stem: string): number {
  return stem.replace(/(?<=[aeiou])y/g, 'j').match(/[aeiouy]+[^aeiouy]+/g)?.length ?? 0
}

/** Consonant, vowel, consonant, as in "plan": here a final e distinguishes words ("plane"). */
function endsShort(stem: string): boolean {
  return /[^aeiou][aeiouy][^aeiouywx]$/.test(stem)
}
