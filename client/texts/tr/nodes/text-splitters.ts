export const textSplitters: Readonly<Record<string, string>> = {
  'Splits texts at one separator.': 'Metni tek bir ayırıcıdan böler.',
  'Chunk Size': 'Parça boyutu',
  'Max chunk size in characters.': 'Parçanın en fazla karakter sayısı.',
  'Chunk Overlap': 'Parça çakışması',
  'How much of the previous chunk each chunk repeats.': 'Her parçanın öncekinden ne kadarını tekrarlayacağı.',
  'Custom Separator': 'Özel ayırıcı',
  'Where to split. Empty: at blank lines.': 'Bölünecek yer. Boşsa boş satırlar.',
  'Splits code at functions, classes and blocks of its language.':
    'Kodu, dilin işlev, sınıf ve bloklarından böler.',
  'Converts HTML to Markdown and splits it at headings first.':
    'HTML’yi Markdown’a çevirir ve önce başlıklarından böler.',
  'Split by Headers': 'Başlıklardan böl',
  'Start a new chunk at each heading, down to this level.':
    'Bu düzeye kadar her başlıkta yeni bir parça başlar.',
  Disabled: 'Kapalı',
  '# Headers (H1)': '# Başlıklar (H1)',
  '## Headers (H2)': '## Başlıklar (H2)',
  '### Headers (H3)': '### Başlıklar (H3)',
  '#### Headers (H4)': '#### Başlıklar (H4)',
  '##### Headers (H5)': '##### Başlıklar (H5)',
  '###### Headers (H6)': '###### Başlıklar (H6)',
  'Splits Markdown at headings first.': 'Önce başlıklardan böler.',
  'Splits texts at paragraphs, then at lines, then at words.':
    'Metni paragraf, satır ve sözcük sınırlarından böler.',
  'Custom Separators': 'Özel ayırıcılar',
  'JSON list of separators to use instead, in order of priority.':
    'Yerine kullanılacak ayırıcıların öncelik sırasıyla JSON listesi.',
  'Splits texts by an estimated number of tokens.': 'Metni yaklaşık token sayısına göre böler.',
  'Encoding Name': 'Kodlama adı',
  'Max chunk size in tokens.': 'Parçanın en fazla token sayısı.',
}
