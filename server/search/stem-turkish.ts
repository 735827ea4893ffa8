/** Folded words whose ending only looks like a suffix. Without these, two frequent words would become one. */
const unchanged = new Set(
  `indirim kurulum turkiye islem isim resim bolum sistem altin yakin kadin satin insan zaman ekran alan plan uzun
  yarin ayni ayrica hangi kendi nasil icin simdi sonra once lisans finans istanbul ankara antalya almanya ingiltere
  toplam tamam program problem reklam akdeniz deniz temiz fayda pasta hasta posta banka marka para kasa masa hava
  parca fatura firma kampanya garanti kredi sinema elma nokta hafta`.split(/\s+/),
)

type Ending = { ending: string; min: number; after?: RegExp }

const vowels = /[aeiou]$/
const consonants = /[^aeiou]$/
const voiceless = /[cfhkpst]$/
const voiced = /[^cfhkpst]$/
/** The n of these follows the vowel of a possessive: "adres-i-nde". */
const possessive = /[iu]$/

/** Longest first. I and ı, u and ü, s and ş, c and ç are already one letter each. */
const endings: Ending[] = [
  ...each('deki daki', 3, voiced),
  ...each('teki taki', 3, voiceless),
  ...each('nden ndan', 4, possessive),
  ...each('imiz umuz iniz unuz', 4, consonants),
  ...each('nde nda', 4, possessive),
  ...each('den dan', 3, voiced),
  ...each('ten tan', 3, voiceless),
  ...each('nin nun', 4, vowels),
  ...each('miz muz niz nuz', 4, vowels),
  ...each('lar ler', 3),
  ...each('yle yla', 3, vowels),
  ...each('dir dur', 4, voiced),
  ...each('tir tur', 4, voiceless),
  ...each('ne na ni nu', 4, possessive),
  ...each('si su', 3, vowels),
  ...each('yi yu', 3, vowels),
  ...each('ye ya', 4, vowels),
  ...each('de da', 4, voiced),
  ...each('te ta', 4, voiceless),
  ...each('le la', 4, consonants),
  ...each('me ma', 4),
  ...each('in un im um', 4, consonants),
  ...each('i u e a', 4, consonants),
]

function each(list: string, min: number, after?: RegExp): Ending[] {
  return list.split(' ').map((ending) => ({ ending, min, ...(after && { after }) }))
}

/** Short stems that take these endings unmistakably: ev-ler, iş-ten. */
const afterShort =
  /^(?:[aeiou][bcdfghklmprstvyz]|su)(?=(?:lar|ler|den|dan|ten|tan|de|da|deki|daki|teki|taki)$)/

const tense =
  /^(.{4,}?)(?:[iu][ln])?(?:y?[ae]bil)?(?:m[ae])?(?:[iu]yor|[iu]r|y?[ae]c[ae][kg]|m[iu]s|m[ae]z|(?<=[cfhkpst])t[iu]|(?<![cfhkpst])d[iu])(?:d[iu]|m[iu]s)?(?:[iu]?m|[iu]?z|n|k|s[iu]n(?:[iu]z)?|n[iu]z|l[ae]r|[dt][iu]r)?$/
const possibility =
  /^(.{3,}?)y?[ae](?:bil|m[ae]z)(?:ir|iyor|ecek|eceg|di|mek|me)?(?:[iu]?m|[iu]?z|s[iu]n(?:[iu]z)?|l[ae]r)?$/
const present = /^(.{3,}?)[iu]yor(?:[iu]m|s[iu]n(?:[iu]z)?|[iu]z|l[ae]r|d[iu]\w?)?$/

const MAX_STEPS = 8

/**
 * The possible stems of a folded Turkish word. Mostly one; two where a buffer letter may belong to the word: "adresi" is
 * "adres" with -i, or would be "adre" with -si.
 */
export function stemTurkish(word: string): string[] {
  const stems = new Set<string>()
  let pending = [word]
  for (let step = 0; step < MAX_STEPS && pending.length > 0; step += 1) {
    pending = pending.flatMap((each) => {
      const shorter = shorten(each)
      if (shorter.length === 0) {
        stems.add(unify(each))
      }
      return shorter
    })
  }
  return [...stems].slice(0, 3)
}

function shorten(word: string): string[] {
  if (word.length < 4 || unchanged.has(word) || !/^[a-z]+$/.test(word)) {
    return []
  }
  const short = afterShort.exec(word)?.[0]
  if (short) {
    return [short]
  }
  // The infinitive is a case of the verbal noun: "ödemek", "ödeme".
  if (/m[ae]k$/.test(word) && word.length > 5) {
    return [word.slice(0, -1)]
  }
  const verb = (present.exec(word) ?? possibility.exec(word) ?? tense.exec(word))?.[1]
  if (verb) {
    return [verb]
  }
  const stemOf = ({ ending, min, after }: Ending) => {
    const stem = word.endsWith(ending) ? word.slice(0, -ending.length) : ''
    return stem.length >= min && (after?.test(stem) ?? true) ? stem : undefined
  }
  const found = endings.find((ending) => stemOf(ending) !== undefined)
  if (!found) {
    return /.{4}[aeiou]m$/.test(word) ? [word.slice(0, -1)] : []
  }
  const rest = /^[nsy]/.test(found.ending)
    ? endings.find(({ ending }) => ending === found.ending.slice(1))
    : undefined
  return [found, rest].flatMap((ending) => (ending && stemOf(ending)) ?? [])
}

/** Before a vowel, final k and p are written as ğ and b: "üyelik", "üyeliği". */
function unify(stem: string): string {
  if (stem.length < 4) {
    return stem
  }
  return stem.replace(/(?<=[aeiou])g$/, 'k').replace(/(?<=[aeiou])b$/, 'p')
}
