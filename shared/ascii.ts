/** Letters that Unicode does not take apart into a Latin letter and a mark. */
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

/** Latin letters without their marks: `Kadıköy` is `Kadikoy`. Signs of other scripts stay as they are. */
export function toAscii(text: string): string {
  return text
    .replaceAll(/[ıİøØłŁđĐæÆœŒß]/g, (letter) => undivided[letter] ?? letter)
    .normalize('NFD')
    .replaceAll(/([A-Za-z])\p{M}+/gu, '$1')
    .normalize('NFC')
}

/** The letters `toAscii` would change, each once, as they are written. */
export function charactersToConvert(text: string): string[] {
  const characters = [...text.normalize('NFC')].filter((letter) => toAscii(letter) !== letter)
  return [...new Set(characters)]
}
