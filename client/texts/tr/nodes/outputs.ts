/** Outputs that files name by class. */
export const outputs: Record<string, string> = {
  CustomFunction: 'Özel işlev',
  ExecuteFlow: 'Akış çalıştırma',
  LLMNode: 'LLM düğümü',
  Start: 'Başlangıç',
  ToolNode: 'Araç düğümü',
  CompactRefine: 'Sıkıştırıp iyileştirme',
  Moderation: 'İçerik denetimi',
  Refine: 'İyileştirme',
  SimpleResponseBuilder: 'Basit yanıt oluşturma',
  TreeSummarize: 'Ağaçla özetleme',
}
