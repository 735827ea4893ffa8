export const recordManager: Readonly<Record<string, string>> = {
  'Tracks on this server what was upserted, so that only changes are embedded.':
    'Depoya yüklenenleri bu sunucuda izler; yalnızca değişenler gömülür.',
  'Additional Connection Configuration': 'Ek bağlantı ayarları',
  'Separates the records of several stores. Empty: one set per flow.':
    'Birden çok deponun kayıtlarını ayırır. Boşsa her akışın kendi kayıtları olur.',
  Cleanup: 'Temizlik',
  'What to delete from the store on each upsert.': 'Her yüklemede depodan silinecekler.',
  'Deletes nothing.': 'Hiçbir şey silinmez.',
  Incremental: 'Artımlı',
  'Deletes older chunks of the sources that were read. Every document needs a source.':
    'Okunan kaynakların eski parçaları silinir. Her belgenin kaynağı belli olmalıdır.',
  Full: 'Tam',
  'Deletes everything that was not read this time.': 'Bu kez okunmayan her şey silinir.',
  'Source ID Key': 'Kaynak ID’si anahtarı',
  'Metadata key that holds the source of a document.': 'Belgenin kaynağını tutan üst veri anahtarı.',
  'Tracks in a PostgreSQL table what was upserted, so that only changes are embedded.':
    'Depoya yüklenenleri bir PostgreSQL tablosunda izler; yalnızca değişenler gömülür.',
  'Legacy setting. Only `ssl` is used.': 'Eski ayar. Yalnızca `ssl` kullanılır.',
}
