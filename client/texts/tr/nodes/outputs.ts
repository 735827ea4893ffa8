/** Outputs that files name by class. */
export const outputs: Record<string, string> = {
  CompactRefine: 'Sıkıştırıp iyileştirme',
  Moderation: 'İçerik denetimi',
  Refine: 'İyileştirme',
  SimpleResponseBuilder: 'Basit yanıt oluşturma',
  TreeSummarize: 'Ağaçla özetleme',
}
