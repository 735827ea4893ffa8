import { contentWordsOf, fold, type Language, stemOf } from './words.ts'

/**
 * Folded everyday synonyms in English and Turkish, groups separated by bars. A word of four or more characters
 * also matches longer words with that prefix; `a_b` is two words; `~` starts a group of distinct things of one
 * kind.
 */
const groups = `
  refund return money_back send_back give_back bring_back come_back iade geri_ver geri_gonder geri_gel param_geri |
  ship deliver parcel package arrive postage courier dispatch kargo teslim ulasir gonderi paket gelir gelecek elime |
  order siparis | pay paid payment odeme odey odenir | card credit_card debit_card kart kredi_kart | cash nakit kapida
  | instalment installment taksit | transfer wire havale | broken broke damage chipped chips cracked smashed shattered
  defect faulty kirik kirilmis hasar catlak catlam bozuk | open opening hours close closed closing acik aciksin kapan
  kapali calisma | price cost fee charge fiyat ucret bedel tutar | fix repair mend onar tamir | vacation holiday
  annual_leave leave izin iznim izni tatil | sick ill illness unwell hasta | password login log_in sign_in locked
  passcode parola sifre kilit | salary wage paycheck payday maas | trash rubbish garbage waste cop | collect pick_up
  picked_up fetch topla | marry married wedding marriage nikah evlen dugun | furniture sofa couch armchair mobilya
  koltu kanepe | park parking car otopark araba | kid child children toddler baby cocuk bebek | adult grown_up grown
  yetiskin | ticket admission bilet | rent rental hire kira | lease contract agreement sozlesme | end terminate cancel
  quit bitir feshed fesih sonlandir iptal | exchange swap degisim degistir | tyre tire lastik | ~ colour color renk
  blue green red white black yellow mavi yesil kirmizi beyaz siyah sari | bike bicycle bisiklet | vegan vegetarian
  plant_based vejetaryen etsiz | nut nuts walnut hazelnut findi ceviz fisti kuruyemis | allergy allergen allergic
  contains alerji icerir | coffee espresso kahve | tea cay | dessert sweets cake tatli | drink beverage icecek |
  warranty guarantee garanti | invoice receipt fatura | abroad international overseas european europe germany france
  italy spain yurt_disi avrupa almanya | deposit depozito | pet dog animal evcil hayvan kopek | date today weekday day
  tarih bugun gun | clock time saat | ~ weekend monday tuesday wednesday thursday friday saturday sunday hafta_sonu
  pazartesi sali carsamba persembe cuma cumartesi pazar | day days gun | email mail eposta | lesson course class ders
  kurs | home remote evden | fish sea_bass bass salmon tuna trout balik levrek somon hamsi | meat beef lamb chicken
  etli dana kuzu tavuk | computer laptop bilgisayar | sublet sublease subtenant alt_kira baskasina | tax vat kdv vergi
  | month ay ayin ayli
`
  .trim()
  .split('|')
  .map((group) => group.trim().split(/\s+/))

const groupsByWord = new Map<string, number[]>()
for (const [index, group] of groups.entries()) {
  for (const word of group) {
    groupsByWord.set(word, [...(groupsByWord.get(word) ?? []), index])
  }
}
const openings = [...groupsByWord].filter(([word]) => word.length >= 4)

// "send it back" is "send back".
const pairs = groups.flat().filter((entry) => entry.includes('_'))
const anyPair = pairs.map((each) => each.replace('_', '(?: it| this| them| something)? ')).join('|')
const pair = new RegExp(`(?<!\\p{L})(${anyPair})\\p{L}*`, 'gu')

// "My teapot came chipped" asks about damaged goods, whatever the noun and the damage.
const damaged = `(?:${groups.find((group) => group.includes('damage'))?.join('|')})\\p{L}*`
const cameDamaged = new RegExp(
  `\\b(?:my|our|the|an?) (?:\\p{L}+ ){1,3}?(?:came|arrived|turned up) (?:\\p{L}+ )?${damaged}|(?<!\\p{L})\\p{L}+ ${damaged} (?:geldi|cikti)`,
  'gu',
)

export type Term = { stem: string; groups: readonly number[] }

export function termsOf(text: string, language: Language): Term[] {
  const folded = fold(text).replace(cameDamaged, language === 'tr' ? 'hasarli' : 'damaged')
  const joined = [...folded.matchAll(pair)].map(([, words = '']) => words.replace(/ .* | /, '_'))
  const single = contentWordsOf(folded.replace(pair, ' '))
  return [
    ...joined.map((word) => ({ stem: word, groups: groupsOf(word) })),
    ...single.map((word) => ({ stem: stemOf(word, language), groups: groupsOf(word) })),
  ]
}

/** Members of a kind are not synonyms where the text names both: Sunday is not Saturday. */
export function isOneOfKind({ groups: indices }: Term): boolean {
  return indices.some((index) => groups[index]?.[0] === '~')
}

export function isSynonym(a: Term, b: Term): boolean {
  return a.groups.some((group) => b.groups.includes(group))
}

function groupsOf(word: string): number[] {
  const known = [word, stemOf(word, 'en'), stemOf(word, 'tr')].find((each) => groupsByWord.has(each))
  return known === undefined
    ? openings.filter(([opening]) => word.startsWith(opening)).flatMap(([, indices]) => indices)
    : (groupsByWord.get(known) ?? [])
}
