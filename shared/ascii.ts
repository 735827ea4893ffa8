/** Letters that Unicode normalisation does not decompose into a Latin letter and a diacritic. */
const undivided: Record<string, string> = {
  ı: 'i',
  İ: 'I',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ß: 'ss',
}

/** Removes diacritics from Latin letters: `Kadıköy` becomes `Kadikoy`. Other scripts stay unchanged. */
export function toAscii(text: string): string {
  return text
    .replaceAll(/[ıİøØłŁđĐæÆœŒß]/g, (letter) => undivided[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/([A-Za-z])\p{M}+/gu, '$1')
    .normalize('NFC')
}

export function charactersToConvert(text: string): string[] {
  const characters = [...text.normalize('NFC')].filter((letter) => toAscii(letter) !== letter)
  return [...new Set(characters)]
}
